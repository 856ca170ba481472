// Seeds the trip under way. Hours are in UTC, for readers in Hong Kong (UTC+8). Its history is in the order of time, and
// what happens today is at most at the start of the server.

import { ChangeActivityOperation, RemoveActivityOperation } from '#core/itinerary/operations.ts'
import {
  AddExpenseOperation,
  ContributeToPoolOperation,
  EditExpenseOperation,
} from '#core/money/operations.ts'
import { AddGuestOperation } from '#core/trips/guests.ts'
import { ChangeRoleOperation, ChangeTripOperation } from '#core/trips/operations.ts'
import type { Actor } from '#core/store/operation.ts'
import { openTripChat } from '#api/seed/conversations.ts'
import { changedLater, lisbon, planActivity, planDays } from '#api/seed/days.ts'
import type { Seeder } from '#api/seed/seeder.ts'

type Friends = Record<'alice' | 'bob' | 'carol' | 'dave', Actor>
type Expense = [description: string, amount: number, category: string, more?: Record<string, unknown>]

const euros = { currency: 'EUR', exchangeRate: 9.05 }

/** @returns the id of its chat */
export async function seedLisbon(seeder: Seeder, friends: Friends): Promise<string> {
  const { alice, bob, carol, dave } = friends
  const { tripId, mia } = await plan(seeder, friends)
  const addExpense = (by: Actor, day: number, [description, amount, category, more]: Expense) =>
    seeder.run(
      by,
      AddExpenseOperation,
      { tripId },
      {
        description,
        amount,
        category,
        sharedBy: [alice.id, bob.id, carol.id, dave.id, mia.id],
        expenseDate: seeder.date(day),
        ...more,
      },
    )

  await fillPool(seeder, tripId, friends, mia)
  seeder.setTime(-16, 4)
  await addExpense(bob, -16, ['Apartment in Alfama', 5840, 'accommodation', { paidFromPool: true }])
  await planDays(seeder, tripId, { by: [alice, bob, carol, dave], from: -14, plans: lisbon })
  const tram = await planActivity(seeder, tripId, alice, changedLater.tram)
  const sunset = await planActivity(seeder, tripId, carol, changedLater.sunset)
  const boat = await planActivity(seeder, tripId, dave, changedLater.boat)
  const dinner = await planActivity(seeder, tripId, alice, changedLater.dinner)
  seeder.setTime(-7, 10)
  const about = { name: 'Lisbon plans', description: 'Where to meet, what to eat, who has the keys.' }
  const chat = await openTripChat(seeder, alice, tripId, about)

  seeder.setTime(-4, 8)
  await seeder.run(alice, ChangeTripOperation, { tripId }, { status: 'in_progress' })
  await addExpense(dave, -4, ['Taxi from the airport', 177.5, 'transportation'])
  seeder.setTime(-4, 15)
  await addExpense(dave, -4, ['Dinner by the river', 1184, 'food'])
  seeder.setTime(-3, 5)
  await addExpense(carol, -3, ['Castle of São Jorge', 75, 'activities', { ...euros, paidBy: mia }])
  seeder.setTime(-3, 15)
  await addExpense(carol, -3, ['Fado in Mouraria', 1250, 'entertainment'])
  seeder.setTime(-2, 2, 12)
  const pena = await addExpense(dave, -2, [
    'Pena palace, Sintra',
    92,
    'activities',
    {
      ...euros,
      sharedBy: [alice.id, carol.id, dave.id, mia.id],
      notes: 'Park and palace, bought online',
    },
  ])
  seeder.setTime(-2, 2, 31)
  await seeder.run(dave, EditExpenseOperation, { tripId, expenseId: pena }, { amount: 96, ...euros })
  seeder.setTime(-2, 9, 42)
  await addExpense(alice, -2, ['Custard tarts in Belém', 13.2, 'food', euros])

  const ofActivity = (itemId: string) => ({ tripId, itemId })
  seeder.setTime(-1, 0, 15)
  await seeder.run(bob, ChangeActivityOperation, ofActivity(sunset), { startTime: '18:00', endTime: '19:30' })
  seeder.setTime(-1, 1, 40)
  await addExpense(carol, -1, ['Breakfast at the viewpoint', 312.4, 'food'])
  seeder.setTime(-1, 8, 5)
  await addExpense(bob, -1, ['Painted tiles', 261.28, 'shopping', { sharedBy: [bob.id, carol.id] }])
  seeder.setTime(-1, 11, 20)
  await seeder.run(bob, RemoveActivityOperation, ofActivity(tram))

  seeder.setTime(0, 0, 31)
  await seeder.run(bob, ChangeActivityOperation, ofActivity(dinner), { startTime: '20:00', endTime: '22:00' })
  seeder.setTime(0, 1, 5)
  await seeder.run(dave, ChangeActivityOperation, ofActivity(boat), { status: 'confirmed' })
  seeder.setTime(0, 3, 20)
  await addExpense(alice, 0, ['Groceries', 236.5, 'food'])
  seeder.setTime(0, 4, 44)
  await addExpense(dave, 0, ['Train to Lagos', 837.3, 'transportation', { paidBy: mia }])
  return chat
}

async function plan(seeder: Seeder, { alice, bob, carol, dave }: Friends) {
  seeder.setTime(-40, 4)
  const tripId = await seeder.planTrip(alice, {
    title: 'Lisbon and the Algarve',
    destination: 'Portugal',
    startDate: seeder.date(-4),
    endDate: seeder.date(5),
    description: 'Four days in the city, then the coast. Surf lessons for whoever dares.',
    budget: 20_000,
    currency: 'HKD',
    inviteUserIds: [bob.id, carol.id, dave.id],
  })
  for (const person of [bob, carol, dave]) await seeder.acceptInvitation(person, tripId)
  await seeder.run(alice, ChangeRoleOperation, { tripId, userId: bob.id }, { role: 'co_organizer' })
  const id = await seeder.run(
    alice,
    AddGuestOperation,
    { tripId },
    {
      name: 'Mia Chen',
      email: 'mia@example.com',
      phone: '+852 5550 0134',
      notes: 'Vegetarian',
    },
  )
  return { tripId, mia: { id, type: 'guest' } }
}

async function fillPool(
  seeder: Seeder,
  tripId: string,
  { alice, bob, carol, dave }: Friends,
  mia: { id: string; type: string },
) {
  const contributions = [
    [-26, alice, { id: alice.id, type: 'user' }],
    [-26, bob, { id: bob.id, type: 'user' }],
    [-24, carol, { id: carol.id, type: 'user' }],
    [-24, dave, { id: dave.id, type: 'user' }],
    [-20, alice, mia],
  ] as const
  for (const [day, by, participant] of contributions) {
    seeder.setTime(day, by === bob || by === dave ? 5 : 4)
    const names = new Map<string, string>([alice, bob, carol, dave].map(({ id, username }) => [id, username]))
    const description = `Pool contribution (${names.get(participant.id) ?? 'Mia Chen'})`
    await seeder.run(by, ContributeToPoolOperation, { tripId }, { amount: 1500, description, participant })
  }
}
