// Seeds the demo data of a first start: five friends, a trip being planned, a current one with open money, a settled
// one, conversations, a public trip, and an invitation and a request to answer.

import { START, type EventStore } from '#core/store/eventStore.ts'
import { idFrom } from '#core/kernel/ids.ts'
import type { Actor } from '#core/store/operation.ts'
import {
  AddExpenseOperation,
  ContributeToPoolOperation,
  MakePaymentOperation,
} from '#core/money/operations.ts'
import { AddGuestOperation } from '#core/trips/guests.ts'
import { ChangeRoleOperation, ChangeTripOperation, LeaveTripOperation } from '#core/trips/operations.ts'
import type { PasswordCost } from '#api/people/passwords.ts'
import { kyoto, lisbon, plansDays } from '#api/seed/days.ts'
import { seedPublicTrips } from '#api/seed/publicTrips.ts'
import { createSeeder, type Seeder } from '#api/seed/seeder.ts'
import { opensChat, seedConversations } from '#api/seed/conversations.ts'

export const SEED_PASSWORD = 'travel-demo'
export const SEED_PEOPLE = ['alice', 'bob', 'carol', 'dave', 'erin'] as const

/** Seeds an empty store, and finishes an interrupted seed. */
export async function seedDemoData(store: EventStore, cost: PasswordCost, today: number): Promise<void> {
  if ((await store.head()) !== START && !(await isInterrupted(store))) return
  const player = createSeeder(store, SEED_PASSWORD, cost, today)
  player.setTime(-60, 9)
  const friends = {
    alice: await player.signUp('alice', { isAdmin: true }),
    bob: await player.signUp('bob'),
    carol: await player.signUp('carol'),
    dave: await player.signUp('dave'),
    erin: await player.signUp('erin'),
  }
  await settledWeekend(player, friends)
  const chat = await tripUnderWay(player, friends)
  const maples = await tripBeingPlanned(player, friends)
  await seedConversations(player, friends, chat)
  await seedPublicTrips(player, friends, maples)
  await invitation(player, friends)
}

type Friends = Record<(typeof SEED_PEOPLE)[number], Actor>

const ids = (...people: Actor[]): string[] => people.map(({ id }) => id)

/** The first account of the seed exists, and its last command does not. */
async function isInterrupted(store: EventStore): Promise<boolean> {
  const [reserved] = await store.read('username-alice', { limit: 1 })
  if (reserved?.meta.key !== idFrom('seed', '1')) return false
  const [finished] = await store.read('username-erin', { limit: 1 })
  if (!finished) return true
  const erin = (finished.data as { userId: string }).userId
  const [last] = await store.read(`trip-${idFrom(erin, LAST_KEY)}`, { limit: 1 })
  return last === undefined
}

async function settledWeekend(player: Seeder, { alice, bob, carol }: Friends): Promise<void> {
  player.setTime(-45, 10)
  const trip = await player.planTrip(bob, {
    title: 'Hiking weekend in Sai Kung',
    destination: 'Sai Kung, Hong Kong',
    startDate: player.date(-30),
    endDate: player.date(-28),
    description: 'MacLehose Trail stages 1 and 2, two nights at the beach.',
    currency: 'HKD',
    inviteUserIds: ids(alice, carol),
  })
  const tripId = { tripId: trip }
  for (const person of [alice, carol]) await player.acceptInvitation(person, trip)
  player.setTime(-30, 18)
  await player.run(bob, AddExpenseOperation, tripId, {
    description: 'Seafood dinner at the pier',
    amount: 930,
    category: 'food',
    sharedBy: ids(alice, bob, carol),
    expenseDate: player.date(-30),
  })
  await player.run(carol, AddExpenseOperation, tripId, {
    description: 'Speedboat to Ham Tin beach',
    amount: 450,
    category: 'transportation',
    sharedBy: ids(alice, bob, carol),
    expenseDate: player.date(-29),
  })
  player.setTime(-27, 20)
  const pays = (from: Actor, to: Actor, amount: number) =>
    player.run(from, MakePaymentOperation, tripId, {
      from: { id: from.id, type: 'user' },
      to: { id: to.id, type: 'user' },
      amount,
    })
  await pays(alice, bob, 460)
  await pays(carol, bob, 10)
  await player.run(bob, ChangeTripOperation, tripId, { status: 'completed' })
}

/** @returns the id of its chat */
async function tripUnderWay(player: Seeder, { alice, bob, carol, dave, erin }: Friends): Promise<string> {
  player.setTime(-40, 12)
  const trip = await player.planTrip(alice, {
    title: 'Lisbon and the Algarve',
    destination: 'Lisbon, Portugal',
    startDate: player.date(-3),
    endDate: player.date(6),
    description: 'Four days in the city, then the coast. Surf lessons for whoever dares.',
    budget: 24_000,
    currency: 'HKD',
    inviteUserIds: ids(bob, carol, dave, erin),
  })
  const tripId = { tripId: trip }
  for (const person of [bob, carol, dave, erin]) await player.acceptInvitation(person, trip)
  await player.run(alice, ChangeRoleOperation, { ...tripId, userId: bob.id }, { role: 'co_organizer' })
  const mia = await player.run(alice, AddGuestOperation, tripId, {
    name: 'Mia Chen',
    email: 'mia@example.com',
    phone: '+852 5550 0134',
    notes: 'Arrives a day later. Vegetarian.',
  })
  const guest = { id: mia, type: 'guest' }
  const everyone = [...ids(alice, bob, carol, dave), mia]

  player.setTime(-20, 9)
  const users = [alice, bob, carol, dave].map(({ id, username }) => ({ id, type: 'user', name: username }))
  for (const { name, ...participant } of [...users, { ...guest, name: 'Mia Chen' }]) {
    const description = `Pool contribution (${name})`
    const deposit = { amount: 1500, description, participant }
    await player.run(alice, ContributeToPoolOperation, tripId, deposit)
  }

  const spends = (
    by: Actor,
    day: number,
    description: string,
    amount: number,
    category: string,
    more: Record<string, unknown> = {},
  ) => {
    player.setTime(Math.min(day, 0), day === 0 ? 7 : 19)
    return player.run(by, AddExpenseOperation, tripId, {
      description,
      amount,
      category,
      sharedBy: everyone,
      expenseDate: player.date(day),
      ...more,
    })
  }
  await plansDays(player, trip, { by: [alice, bob, carol, dave], from: -20, plans: lisbon })
  await spends(bob, -15, 'Apartment in Alfama, four nights', 5840, 'accommodation', { paidFromPool: true })
  await spends(erin, -13, 'Concert tickets: fado in Mouraria', 1250, 'entertainment', {
    sharedBy: ids(alice, carol, erin),
  })
  player.setTime(-10, 8)
  await player.run(erin, LeaveTripOperation, tripId)
  const chat = await opensChat(player, alice, trip)
  await spends(alice, -3, 'Taxi from the airport', 236.5, 'transportation')
  await spends(carol, -3, 'First dinner: grilled sardines', 1184, 'food')
  await spends(dave, -2, 'Tram passes for three days', 612, 'transportation')
  await spends(alice, -2, 'Pastéis de nata, a whole box', 98, 'food', {
    currency: 'EUR',
    exchangeRate: 9.05,
    amount: 13.2,
  })
  await spends(alice, -1, 'Museum of tiles', 420, 'activities', { paidBy: guest })
  await spends(bob, -1, 'Ceramic cups from the market', 365.7, 'shopping', { sharedBy: ids(alice, bob) })
  await spends(carol, 0, 'Breakfast at the viewpoint', 312.4, 'food')
  await player.run(alice, ChangeTripOperation, tripId, { status: 'in_progress' })
  return chat
}

/** @returns the trip's id */
async function tripBeingPlanned(player: Seeder, { alice, bob, carol }: Friends): Promise<string> {
  player.setTime(-6, 21)
  const trip = await player.planTrip(alice, {
    title: 'Kyoto when the maples turn',
    destination: 'Kyoto, Japan',
    startDate: player.date(24),
    endDate: player.date(31),
    description: 'Temples early, food late. One day in Nara.',
    budget: 320_000,
    currency: 'JPY',
    isPublic: true,
    inviteUserIds: ids(bob, carol),
  })
  player.setTime(-5, 8)
  await player.acceptInvitation(carol, trip)
  await player.run(
    carol,
    AddExpenseOperation,
    { tripId: trip },
    {
      description: 'Deposit for the machiya house',
      amount: 45_000,
      category: 'accommodation',
      sharedBy: ids(alice, bob, carol),
      expenseDate: player.date(-5),
    },
  )
  await plansDays(player, trip, { by: [carol, alice], from: -5, plans: kyoto })
  return trip
}

const LAST_KEY = idFrom('seed', 'last')

async function invitation(player: Seeder, { alice, dave, erin }: Friends): Promise<void> {
  player.setTime(-1, 20)
  await player.planTrip(
    erin,
    {
      title: 'Taipei night markets',
      destination: 'Taipei, Taiwan',
      startDate: player.date(40),
      endDate: player.date(43),
      description: 'Come hungry.',
      currency: 'HKD',
      inviteUserIds: ids(alice, dave),
    },
    LAST_KEY,
  )
}
