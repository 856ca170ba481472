// Seeds conversations: in the chats of trips, between two people, and in a group. Three messages are unread. Hours are in
// UTC, for readers in Hong Kong (UTC+8).

import type { Actor } from '#core/store/operation.ts'
import { CreateTripChatOperation } from '#core/chat/tripChats.ts'
import type { Seeder } from '#api/seed/seeder.ts'

type Friends = Record<'alice' | 'bob' | 'carol' | 'dave' | 'nina' | 'tom', Actor>
type Chats = Record<'lisbon' | 'hanoi' | 'kyoto', string>

/** @returns the chat's id */
export function openTripChat(
  seeder: Seeder,
  by: Actor,
  tripId: string,
  about: { name: string; description: string },
): Promise<string> {
  return seeder.run(by, CreateTripChatOperation, { tripId }, about)
}

export async function seedConversations(seeder: Seeder, friends: Friends, chats: Chats): Promise<void> {
  await seedTripChat(seeder, friends, chats.lisbon)
  await seedPlans(seeder, friends, chats)
  await seedDirectConversations(seeder, friends)
  await seedGroup(seeder, friends)
}

async function seedTripChat(seeder: Seeder, { alice, bob, carol, dave }: Friends, chat: string) {
  seeder.setTime(-7, 11)
  await seeder.sendMessage(alice, chat, 'Flights are booked! We land on the same morning, all five of us ✈️')
  await seeder.sendMessage(carol, chat, 'Sardines on the first evening, or I stay at home.')
  seeder.setTime(-1, 10, 4)
  const keys = await seeder.sendMessage(dave, chat, 'Who picks up the keys? The office closes at one')
  seeder.setTime(-1, 10, 6)
  await seeder.sendMessage(bob, chat, 'I can. I am on the early train anyway.', keys)
  seeder.setTime(-1, 10, 6)
  await seeder.sendMessage(alice, chat, 'You are the best, bob')
  seeder.setTime(0, 4, 46)
  await seeder.sendMessage(alice, chat, 'We are in Lagos! Mia paid for all of us')
  await seeder.sendMessage(alice, chat, 'Lunch at the market, half past one?')
  seeder.setTime(0, 4, 51)
  await seeder.sendMessage(carol, chat, 'Yes! The stall with the queue')
  seeder.setTime(0, 4, 51)
  const read = await seeder.sendMessage(carol, chat, 'Sardines for me')
  for (const person of [alice, bob, carol, dave]) await seeder.markRead(person, chat, read)
  seeder.setTime(0, 6, 38)
  await seeder.sendMessage(dave, chat, 'Boat leaves from the marina at 15:30, pier 4')
  seeder.setTime(0, 6, 44)
  await seeder.sendMessage(carol, chat, 'Bring a jacket, it gets windy past the lighthouse')
}

async function seedPlans(seeder: Seeder, { alice, carol, nina, tom }: Friends, { hanoi, kyoto }: Chats) {
  seeder.setTime(-5, 9)
  await seeder.sendMessage(alice, kyoto, 'Pass or single tickets?')
  const trains = await seeder.sendMessage(carol, kyoto, 'The pass is worth it from three rides')
  for (const person of [alice, carol]) await seeder.markRead(person, kyoto, trains)
  seeder.setTime(-1, 13)
  await seeder.sendMessage(tom, hanoi, 'Bún chả at the place with the blue door')
  const list = await seeder.sendMessage(
    nina,
    hanoi,
    'And the one that does only one dish, and only until noon',
  )
  for (const person of [alice, nina, tom]) await seeder.markRead(person, hanoi, list)
}

async function seedDirectConversations(seeder: Seeder, { alice, bob, carol, dave, nina, tom }: Friends) {
  /** Messages of both in turn, all of them read. */
  const talk = async (
    other: Actor,
    at: [day: number, hour: number, minute: number],
    lines: [Actor, string][],
  ) => {
    seeder.setTime(...at)
    const chat = await seeder.startConversation(alice, [other])
    seeder.setTime(...at)
    let last = ''
    for (const [by, line] of lines) last = await seeder.sendMessage(by, chat, line)
    for (const person of [alice, other]) await seeder.markRead(person, chat, last)
  }
  await talk(
    bob,
    [-12, 14, 0],
    [
      [alice, 'Did you see the apartment in Alfama? There is a roof.'],
      [bob, 'Yes!! Book it before someone else does.'],
      [alice, 'You still owe me for the museum, by the way 😄'],
      [bob, 'I put it in the pool. Look at Money!'],
    ],
  )
  await talk(tom, [-9, 1, 0], [[alice, 'Happy birthday!']])
  await talk(
    nina,
    [-3, 3, 0],
    [
      [alice, 'The cabin in Ha Long is ours'],
      [nina, 'See you in December then'],
    ],
  )
  await talk(
    carol,
    [-1, 12, 20],
    [
      [carol, 'That light at the palace!'],
      [alice, 'Sent you the photos from Sintra'],
    ],
  )
  await talk(
    dave,
    [0, 6, 40],
    [
      [alice, 'Are you at the pier already?'],
      [dave, 'Two minutes'],
    ],
  )
}

async function seedGroup(seeder: Seeder, { alice, bob, nina }: Friends) {
  seeder.setTime(-8, 1)
  const chat = await seeder.startConversation(nina, [alice, bob], {
    name: 'Sunday runners',
    description: 'Every Sunday at eight, whoever is in town.',
  })
  await seeder.sendMessage(bob, chat, 'I am in Portugal for two Sundays. Somebody run my share.')
  const read = await seeder.sendMessage(nina, chat, '明天八點寶雲道？')
  for (const person of [alice, bob, nina]) await seeder.markRead(person, chat, read)
  seeder.setTime(0, 5, 20)
  await seeder.sendMessage(nina, chat, 'Bowen Road at eight? I bring coffee')
}
