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
import { kyoto, lisbon, planDays } from '#api/seed/days.ts'
import { seedPublicTrips } from '#api/seed/publicTrips.ts'
import { createSeeder, type Seeder } from '#api/seed/seeder.ts'
import { openTripChat, seedConversations } from '#api/seed/conversations.ts'

export const SEED_PASSWORD = 'travel-demo'
export const SEED_PEOPLE = ['alice', 'bob', 'carol', 'dave', 'erin'] as const

/** Seeds an empty store, and finishes an interrupted seed. */
export async function seedDemoData(store: EventStore, cost: PasswordCost, today: number): Promise<void> {
  if ((await store.head()) !== START && !(await isInterrupted(store))) return
  const seeder = createSeeder(store, SEED_PASSWORD, cost, today)
  seeder.setTime(-60, 9)
  const friends = {
    alice: await seeder.signUp('alice', { isAdmin: true }),
    bob: await seeder.signUp('bob'),
    carol: await seeder.signUp('carol'),
    dave: await seeder.signUp('dave'),
    erin: await seeder.signUp('erin'),
  }
  await seedSettledTrip(seeder, friends)
  const chat = await seedCurrentTrip(seeder, friends)
  const maples = await seedPlannedTrip(seeder, friends)
  await seedConversations(seeder, friends, chat)
  await seedPublicTrips(seeder, friends, maples)
  await seedInvitation(seeder, friends)
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

async function seedSettledTrip(seeder: Seeder, { alice, bob, carol }: Friends): Promise<void> {
  seeder.setTime(-45, 10)
  const trip = await seeder.planTrip(bob, {
    title: 'Hiking weekend in Sai Kung',
    destination: 'Sai Kung, Hong Kong',
    startDate: seeder.date(-30),
    endDate: seeder.date(-28),
    description: 'MacLehose Trail stages 1 and 2, two nights at the beach.',
    currency: 'HKD',
    inviteUserIds: ids(alice, carol),
  })
  const tripId = { tripId: trip }
  for (const person of [alice, carol]) await seeder.acceptInvitation(person, trip)
  seeder.setTime(-30, 18)
  await seeder.run(bob, AddExpenseOperation, tripId, {
    description: 'Seafood dinner at the pier',
    amount: 930,
    category: 'food',
    sharedBy: ids(alice, bob, carol),
    expenseDate: seeder.date(-30),
  })
  await seeder.run(carol, AddExpenseOperation, tripId, {
    description: 'Speedboat to Ham Tin beach',
    amount: 450,
    category: 'transportation',
    sharedBy: ids(alice, bob, carol),
    expenseDate: seeder.date(-29),
  })
  seeder.setTime(-27, 20)
  const pay = (from: Actor, to: Actor, amount: number) =>
    seeder.run(from, MakePaymentOperation, tripId, {
      from: { id: from.id, type: 'user' },
      to: { id: to.id, type: 'user' },
      amount,
    })
  await pay(alice, bob, 460)
  await pay(carol, bob, 10)
  await seeder.run(bob, ChangeTripOperation, tripId, { status: 'completed' })
}

/** @returns the id of its chat */
async function seedCurrentTrip(seeder: Seeder, { alice, bob, carol, dave, erin }: Friends): Promise<string> {
  seeder.setTime(-40, 12)
  const trip = await seeder.planTrip(alice, {
    title: 'Lisbon and the Algarve',
    destination: 'Lisbon, Portugal',
    startDate: seeder.date(-3),
    endDate: seeder.date(6),
    description: 'Four days in the city, then the coast. Surf lessons for whoever dares.',
    budget: 24_000,
    currency: 'HKD',
    inviteUserIds: ids(bob, carol, dave, erin),
  })
  const tripId = { tripId: trip }
  for (const person of [bob, carol, dave, erin]) await seeder.acceptInvitation(person, trip)
  await seeder.run(alice, ChangeRoleOperation, { ...tripId, userId: bob.id }, { role: 'co_organizer' })
  const mia = await seeder.run(alice, AddGuestOperation, tripId, {
    name: 'Mia Chen',
    email: 'mia@example.com',
    phone: '+852 5550 0134',
    notes: 'Arrives a day later. Vegetarian.',
  })
  const guest = { id: mia, type: 'guest' }
  const everyone = [...ids(alice, bob, carol, dave), mia]

  seeder.setTime(-20, 9)
  const users = [alice, bob, carol, dave].map(({ id, username }) => ({ id, type: 'user', name: username }))
  for (const { name, ...participant } of [...users, { ...guest, name: 'Mia Chen' }]) {
    const description = `Pool contribution (${name})`
    const deposit = { amount: 1500, description, participant }
    await seeder.run(alice, ContributeToPoolOperation, tripId, deposit)
  }

  const addExpense = (
    by: Actor,
    day: number,
    description: string,
    amount: number,
    category: string,
    more: Record<string, unknown> = {},
  ) => {
    seeder.setTime(Math.min(day, 0), day === 0 ? 7 : 19)
    return seeder.run(by, AddExpenseOperation, tripId, {
      description,
      amount,
      category,
      sharedBy: everyone,
      expenseDate: seeder.date(day),
      ...more,
    })
  }
  await planDays(seeder, trip, { by: [alice, bob, carol, dave], from: -20, plans: lisbon })
  await addExpense(bob, -15, 'Apartment in Alfama, four nights', 5840, 'accommodation', {
    paidFromPool: true,
  })
  await addExpense(erin, -13, 'Concert tickets: fado in Mouraria', 1250, 'entertainment', {
    sharedBy: ids(alice, carol, erin),
  })
  seeder.setTime(-10, 8)
  await seeder.run(erin, LeaveTripOperation, tripId)
  const chat = await openTripChat(seeder, alice, trip)
  await addExpense(alice, -3, 'Taxi from the airport', 236.5, 'transportation')
  await addExpense(carol, -3, 'First dinner: grilled sardines', 1184, 'food')
  await addExpense(dave, -2, 'Tram passes for three days', 612, 'transportation')
  await addExpense(alice, -2, 'Pastéis de nata, a whole box', 98, 'food', {
    currency: 'EUR',
    exchangeRate: 9.05,
    amount: 13.2,
  })
  await addExpense(alice, -1, 'Museum of tiles', 420, 'activities', { paidBy: guest })
  await addExpense(bob, -1, 'Ceramic cups from the market', 365.7, 'shopping', { sharedBy: ids(alice, bob) })
  await addExpense(carol, 0, 'Breakfast at the viewpoint', 312.4, 'food')
  await seeder.run(alice, ChangeTripOperation, tripId, { status: 'in_progress' })
  return chat
}

/** @returns the trip's id */
async function seedPlannedTrip(seeder: Seeder, { alice, bob, carol }: Friends): Promise<string> {
  seeder.setTime(-6, 21)
  const trip = await seeder.planTrip(alice, {
    title: 'Kyoto when the maples turn',
    destination: 'Kyoto, Japan',
    startDate: seeder.date(24),
    endDate: seeder.date(31),
    description: 'Temples early, food late. One day in Nara.',
    budget: 320_000,
    currency: 'JPY',
    isPublic: true,
    inviteUserIds: ids(bob, carol),
  })
  seeder.setTime(-5, 8)
  await seeder.acceptInvitation(carol, trip)
  await seeder.run(
    carol,
    AddExpenseOperation,
    { tripId: trip },
    {
      description: 'Deposit for the machiya house',
      amount: 45_000,
      category: 'accommodation',
      sharedBy: ids(alice, bob, carol),
      expenseDate: seeder.date(-5),
    },
  )
  await planDays(seeder, trip, { by: [carol, alice], from: -5, plans: kyoto })
  return trip
}

const LAST_KEY = idFrom('seed', 'last')

async function seedInvitation(seeder: Seeder, { alice, dave, erin }: Friends): Promise<void> {
  seeder.setTime(-1, 20)
  await seeder.planTrip(
    erin,
    {
      title: 'Taipei night markets',
      destination: 'Taipei, Taiwan',
      startDate: seeder.date(40),
      endDate: seeder.date(43),
      description: 'Come hungry.',
      currency: 'HKD',
      inviteUserIds: ids(alice, dave),
    },
    LAST_KEY,
  )
}
