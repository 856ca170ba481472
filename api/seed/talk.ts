// What the friends say to each other: in the chat of the trip they are on, two of them alone, and in a group. Some of
// it is still unread.

import type { Person } from '#core/store/operate.ts'
import { CreateTripChatOperation } from '#core/chat/tripChats.ts'
import type { Player } from '#api/seed/play.ts'

type Friends = Record<'alice' | 'bob' | 'carol' | 'dave' | 'erin', Person>

/** While the trip is planned, so that its history is told in the order in which it happened. @returns the chat's id */
export function opensChat(player: Player, by: Person, tripId: string): Promise<string> {
  player.on(-9, 18)
  const about = { name: 'Lisbon plans', description: 'Where to meet, what to eat, who has the keys.' }
  return player.does(by, CreateTripChatOperation, { tripId }, about)
}

/** @param chat of the trip under way */
export async function playTalk(player: Player, friends: Friends, chat: string): Promise<void> {
  await onTheTrip(player, friends, chat)
  await betweenTwo(player, friends)
  await inAGroup(player, friends)
}

async function onTheTrip(player: Player, { alice, bob, carol, dave }: Friends, chat: string) {
  player.on(-9, 19)
  await player.says(alice, chat, 'Flights are booked! We land on the same morning, all four of us ✈️')
  await player.says(carol, chat, 'And Mia the day after. I told her how to get to Alfama from the airport.')
  player.on(-4, 20)
  const keys = await player.says(
    bob,
    chat,
    'Who picks up the keys to the apartment? The office closes at 18:00.',
  )
  await player.says(dave, chat, 'I can. I am there first anyway.', keys)
  await player.says(alice, chat, 'You are the best, Dave 🙌')
  player.on(-2, 21)
  await player.says(
    carol,
    chat,
    'Sardines again tomorrow? Or the little place by the viewpoint that Mia found: six tables, no menu, you eat what there is.',
  )
  const read = await player.says(alice, chat, 'The viewpoint!')
  for (const one of [alice, bob, carol, dave]) await player.reads(one, chat, read)
  player.on(-1, 21)
  const tram = await player.says(dave, chat, 'Tomorrow: tram 28 at ten, before the queue gets long')
  await player.reads(bob, chat, tram)
  await player.says(bob, chat, 'Breakfast first! Half past eight at the viewpoint, Carol and I are paying.')
}

async function betweenTwo(player: Player, { alice, bob }: Friends) {
  player.on(-6, 22)
  const chat = await player.talksTo(alice, [bob])
  const house = await player.says(alice, chat, 'Did you see the machiya house in Kyoto? There is a garden.')
  await player.says(bob, chat, 'Yes!! Book it before somebody else does.', house)
  await player.says(alice, chat, 'Carol already paid the deposit.')
  player.on(-1, 22)
  const read = await player.says(alice, chat, 'You still owe me for the museum, by the way 😄')
  await player.reads(alice, chat, read)
  await player.reads(bob, chat, read)
  await player.says(bob, chat, 'I put it in the pool. Look at Money!')
}

async function inAGroup(player: Player, { alice, bob, dave, erin }: Friends) {
  player.on(-12, 10)
  const chat = await player.talksTo(erin, [alice, bob, dave], {
    name: 'Dim sum Sundays',
    description: 'Every Sunday at eleven, whoever is in town.',
  })
  await player.says(
    erin,
    chat,
    'I am staying home this time, so somebody has to eat my share of the egg tarts in Lisbon.',
  )
  await player.says(dave, chat, 'Gladly.')
  const read = await player.says(bob, chat, '明天十一點老地方？')
  for (const one of [alice, bob, dave, erin]) await player.reads(one, chat, read)
}
