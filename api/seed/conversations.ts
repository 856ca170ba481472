// Seeds conversations: in the chat of the current trip, between two people, and in a group. Some messages are unread.

import type { Actor } from '#core/store/operation.ts'
import { CreateTripChatOperation } from '#core/chat/tripChats.ts'
import type { Seeder } from '#api/seed/seeder.ts'

type Friends = Record<'alice' | 'bob' | 'carol' | 'dave' | 'erin', Actor>

/** During the planning, so that the history is in order. @returns the chat's id */
export function openTripChat(seeder: Seeder, by: Actor, tripId: string): Promise<string> {
  seeder.setTime(-9, 18)
  const about = { name: 'Lisbon plans', description: 'Where to meet, what to eat, who has the keys.' }
  return seeder.run(by, CreateTripChatOperation, { tripId }, about)
}

/** @param chat of the current trip */
export async function seedConversations(seeder: Seeder, friends: Friends, chat: string): Promise<void> {
  await seedTripChat(seeder, friends, chat)
  await seedDirectConversation(seeder, friends)
  await seedGroup(seeder, friends)
}

async function seedTripChat(seeder: Seeder, { alice, bob, carol, dave }: Friends, chat: string) {
  seeder.setTime(-9, 19)
  await seeder.sendMessage(alice, chat, 'Flights are booked! We land on the same morning, all four of us ✈️')
  await seeder.sendMessage(
    carol,
    chat,
    'And Mia the day after. I told her how to get to Alfama from the airport.',
  )
  seeder.setTime(-4, 20)
  const keys = await seeder.sendMessage(
    bob,
    chat,
    'Who picks up the keys to the apartment? The office closes at 18:00.',
  )
  await seeder.sendMessage(dave, chat, 'I can. I am there first anyway.', keys)
  await seeder.sendMessage(alice, chat, 'You are the best, Dave 🙌')
  seeder.setTime(-2, 21)
  await seeder.sendMessage(
    carol,
    chat,
    'Sardines again tomorrow? Or the little place by the viewpoint that Mia found: six tables, no menu, you eat what there is.',
  )
  const read = await seeder.sendMessage(alice, chat, 'The viewpoint!')
  for (const person of [alice, bob, carol, dave]) await seeder.markRead(person, chat, read)
  seeder.setTime(-1, 21)
  const tram = await seeder.sendMessage(dave, chat, 'Tomorrow: tram 28 at ten, before the queue gets long')
  await seeder.markRead(bob, chat, tram)
  await seeder.sendMessage(
    bob,
    chat,
    'Breakfast first! Half past eight at the viewpoint, Carol and I are paying.',
  )
}

async function seedDirectConversation(seeder: Seeder, { alice, bob }: Friends) {
  seeder.setTime(-6, 22)
  const chat = await seeder.startConversation(alice, [bob])
  const house = await seeder.sendMessage(
    alice,
    chat,
    'Did you see the machiya house in Kyoto? There is a garden.',
  )
  await seeder.sendMessage(bob, chat, 'Yes!! Book it before somebody else does.', house)
  await seeder.sendMessage(alice, chat, 'Carol already paid the deposit.')
  seeder.setTime(-1, 22)
  const read = await seeder.sendMessage(alice, chat, 'You still owe me for the museum, by the way 😄')
  await seeder.markRead(alice, chat, read)
  await seeder.markRead(bob, chat, read)
  await seeder.sendMessage(bob, chat, 'I put it in the pool. Look at Money!')
}

async function seedGroup(seeder: Seeder, { alice, bob, dave, erin }: Friends) {
  seeder.setTime(-12, 10)
  const chat = await seeder.startConversation(erin, [alice, bob, dave], {
    name: 'Dim sum Sundays',
    description: 'Every Sunday at eleven, whoever is in town.',
  })
  await seeder.sendMessage(
    erin,
    chat,
    'I am staying home this time, so somebody has to eat my share of the egg tarts in Lisbon.',
  )
  await seeder.sendMessage(dave, chat, 'Gladly.')
  const read = await seeder.sendMessage(bob, chat, '明天十一點老地方？')
  for (const person of [alice, bob, dave, erin]) await seeder.markRead(person, chat, read)
}
