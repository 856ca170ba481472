// Seeds conversations: in the chat of the current trip, between two people, and in a group. Some messages are unread.

import type { Actor } from '#core/store/operation.ts'
import { CreateTripChatOperation } from '#core/chat/tripChats.ts'
import type { Seeder } from '#api/seed/seeder.ts'

type Friends = Record<'alice' | 'bob' | 'carol' | 'dave' | 'erin', Actor>

/** During the planning, so that the history is in order. @returns the chat's id */
export function opensChat(player: Seeder, by: Actor, tripId: string): Promise<string> {
  player.setTime(-9, 18)
  const about = { name: 'Lisbon plans', description: 'Where to meet, what to eat, who has the keys.' }
  return player.run(by, CreateTripChatOperation, { tripId }, about)
}

/** @param chat of the current trip */
export async function seedConversations(player: Seeder, friends: Friends, chat: string): Promise<void> {
  await onTheTrip(player, friends, chat)
  await betweenTwo(player, friends)
  await inAGroup(player, friends)
}

async function onTheTrip(player: Seeder, { alice, bob, carol, dave }: Friends, chat: string) {
  player.setTime(-9, 19)
  await player.sendMessage(alice, chat, 'Flights are booked! We land on the same morning, all four of us ✈️')
  await player.sendMessage(
    carol,
    chat,
    'And Mia the day after. I told her how to get to Alfama from the airport.',
  )
  player.setTime(-4, 20)
  const keys = await player.sendMessage(
    bob,
    chat,
    'Who picks up the keys to the apartment? The office closes at 18:00.',
  )
  await player.sendMessage(dave, chat, 'I can. I am there first anyway.', keys)
  await player.sendMessage(alice, chat, 'You are the best, Dave 🙌')
  player.setTime(-2, 21)
  await player.sendMessage(
    carol,
    chat,
    'Sardines again tomorrow? Or the little place by the viewpoint that Mia found: six tables, no menu, you eat what there is.',
  )
  const read = await player.sendMessage(alice, chat, 'The viewpoint!')
  for (const person of [alice, bob, carol, dave]) await player.markRead(person, chat, read)
  player.setTime(-1, 21)
  const tram = await player.sendMessage(dave, chat, 'Tomorrow: tram 28 at ten, before the queue gets long')
  await player.markRead(bob, chat, tram)
  await player.sendMessage(
    bob,
    chat,
    'Breakfast first! Half past eight at the viewpoint, Carol and I are paying.',
  )
}

async function betweenTwo(player: Seeder, { alice, bob }: Friends) {
  player.setTime(-6, 22)
  const chat = await player.startConversation(alice, [bob])
  const house = await player.sendMessage(
    alice,
    chat,
    'Did you see the machiya house in Kyoto? There is a garden.',
  )
  await player.sendMessage(bob, chat, 'Yes!! Book it before somebody else does.', house)
  await player.sendMessage(alice, chat, 'Carol already paid the deposit.')
  player.setTime(-1, 22)
  const read = await player.sendMessage(alice, chat, 'You still owe me for the museum, by the way 😄')
  await player.markRead(alice, chat, read)
  await player.markRead(bob, chat, read)
  await player.sendMessage(bob, chat, 'I put it in the pool. Look at Money!')
}

async function inAGroup(player: Seeder, { alice, bob, dave, erin }: Friends) {
  player.setTime(-12, 10)
  const chat = await player.startConversation(erin, [alice, bob, dave], {
    name: 'Dim sum Sundays',
    description: 'Every Sunday at eleven, whoever is in town.',
  })
  await player.sendMessage(
    erin,
    chat,
    'I am staying home this time, so somebody has to eat my share of the egg tarts in Lisbon.',
  )
  await player.sendMessage(dave, chat, 'Gladly.')
  const read = await player.sendMessage(bob, chat, '明天十一點老地方？')
  for (const person of [alice, bob, dave, erin]) await player.markRead(person, chat, read)
}
