// Generates the log for the rebuild: a year in which friends plan two hundred trips, chat and share costs through the
// real commands. Forty trips run at a time, so that their events are mixed in the log.

import { conversationOperations } from '#core/chat/operations.ts'
import { CreateTripChatOperation } from '#core/chat/tripChats.ts'
import { AddActivityOperation } from '#core/itinerary/operations.ts'
import {
  AddExpenseOperation,
  ContributeToPoolOperation,
  EditExpenseOperation,
  MakePaymentOperation,
} from '#core/money/operations.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import type { Actor } from '#core/store/operation.ts'
import { AddGuestOperation } from '#core/trips/guests.ts'
import { PlanTripOperation } from '#core/trips/operations.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { type Seeder, createSeeder, createLogChatLookups } from '#api/seed/seeder.ts'
import { mapConcurrently } from '#bench/chat/population.ts'

const PEOPLE = 200
const TRIPS = 200
const AT_ONCE = 40
const TODAY = Date.UTC(2026, 4, 2)

/** Takes about 15 s. */
export async function generateYear(store: EventStore): Promise<void> {
  const player = createSeeder(store, 'travel-demo', 'low', TODAY)
  player.setTime(-400, 9)
  const people = await mapConcurrently(PEOPLE, 4, (n) => player.signUp(`person${n}`))
  const talk = conversationOperations(createLogChatLookups(store, createProductCodec()))
  await mapConcurrently(TRIPS, AT_ONCE, async (n) => {
    // Each trip has 3 to 12 people and other sizes, so that no two streams are alike.
    const friends = Array.from({ length: 3 + (n % 10) }, (_, index) => people[(n * 7 + index * 13) % PEOPLE]!)
    await oneTrip({ player, talk, friends, day: -380 + Math.floor((n * 340) / TRIPS), n })
  })
}

interface Trip {
  player: Seeder
  talk: ReturnType<typeof conversationOperations>
  friends: readonly Actor[]
  /** The day on which it is planned, counted from today. */
  day: number
  n: number
}

async function oneTrip({ player, talk, friends, day, n }: Trip): Promise<void> {
  let hours = 0
  /** Each act is some time after the one before; two trips share the player and its clock. */
  const later = () => player.setTime(day, (hours += 0.3))
  const [organizer, ...others] = friends
  later()
  const tripId = await player.run(organizer!, PlanTripOperation, {}, planOf(player, day, n, others))
  const trip = { tripId }
  for (const friend of others) {
    later()
    await player.acceptInvitation(friend, tripId)
  }
  later()
  const guest = await player.run(organizer!, AddGuestOperation, trip, {
    name: 'Mia Chen',
    email: 'mia@example.com',
    phone: '+852 5550 0134',
    notes: 'Arrives a day later. Vegetarian.',
  })
  later()
  const about = { name: 'Where and when', description: 'Where to meet, what to eat, who has the keys.' }
  const chat = { conversationId: await player.run(organizer!, CreateTripChatOperation, trip, about) }
  const sharedBy = [...friends.map(({ id }) => id), guest]
  const expenses: { id: string; by: Actor }[] = []
  let said = ''
  // Each trip has 75 to 365 acts, most of them messages.
  const things = 75 + ((n * 53) % 291)
  for (let thing = 0; thing < things; thing++) {
    const by = friends[(thing * 5 + n) % friends.length]!
    later()
    if (thing % 2 === 0) {
      const reply = said && thing % 12 === 0 ? { reply_to: said } : {}
      const body = { content: SAYINGS[thing % SAYINGS.length]!, ...reply }
      said = await player.run(by, talk.SendMessageOperation, chat, body)
    } else if (thing % 20 === 9)
      await player.run(by, talk.MarkConversationReadOperation, chat, { message_id: said })
    else if (thing % 20 === 15) {
      const body = { date: player.date(day + 5), title: `Walk number ${thing}`, startTime: '10:00' }
      await player.run(by, AddActivityOperation, trip, { ...body, location: 'Praça do Comércio' })
    } else if (thing % 20 === 17) {
      const body = { amount: 100 + thing, description: 'Pool contribution' }
      await player.run(by, ContributeToPoolOperation, trip, body)
    } else if (thing % 40 === 19) {
      const [from, to] = [by, friends.find(({ id }) => id !== by.id)!]
      const body = { from: { id: from.id, type: 'user' }, to: { id: to.id, type: 'user' }, amount: 10.5 }
      await player.run(by, MakePaymentOperation, trip, body)
    } else if (thing % 40 === 39 && expenses.length > 0) {
      const edited = expenses[(thing * 3) % expenses.length]!
      const params = { ...trip, expenseId: edited.id }
      await player.run(edited.by, EditExpenseOperation, params, { amount: 20.25 + thing })
    } else {
      const body = { description: `Dinner number ${thing}`, amount: 10 + thing, category: 'food' }
      expenses.push({ id: await player.run(by, AddExpenseOperation, trip, { ...body, sharedBy }), by })
    }
  }
}

function planOf(player: Seeder, day: number, n: number, others: readonly Actor[]): object {
  return {
    title: `Journey number ${n}`,
    destination: 'Lisbon, Portugal',
    startDate: player.date(day + 5),
    endDate: player.date(day + 15),
    description: 'Four days in the city, then the coast. Surf lessons for whoever dares.',
    budget: 24_000,
    currency: 'HKD',
    isPublic: n % 4 === 0,
    inviteUserIds: others.map(({ id }) => id),
  }
}

const SAYINGS = [
  'Shall we meet at the station at nine?',
  'Yes!! Book it before somebody else does.',
  'Who picks up the keys to the apartment? The office closes at 18:00, and I land at half past five.',
  '明天十一點老地方？',
  'I can. I am there first anyway.',
  'The viewpoint, or the little place around the corner: six tables, no menu, you eat what there is.',
  'You are the best 🙌',
] as const
