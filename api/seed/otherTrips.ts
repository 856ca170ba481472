// Seeds the trips beside the one under way: one that is settled, and two to come.

import type { Actor } from '#core/store/operation.ts'
import { AddExpenseOperation, MakePaymentOperation } from '#core/money/operations.ts'
import { ChangeTripOperation } from '#core/trips/operations.ts'
import { openTripChat } from '#api/seed/conversations.ts'
import { hanoi, kyoto, planDays } from '#api/seed/days.ts'
import type { Seeder } from '#api/seed/seeder.ts'

type Friends = Record<'alice' | 'bob' | 'carol' | 'dave' | 'nina' | 'tom', Actor>

const ids = (...people: Actor[]): string[] => people.map(({ id }) => id)

export async function seedSaiKung(seeder: Seeder, { alice, bob, dave }: Friends): Promise<void> {
  seeder.setTime(-58, 10)
  const tripId = await seeder.planTrip(bob, {
    title: 'Sai Kung weekend',
    destination: 'Sai Kung, Hong Kong',
    startDate: seeder.date(-49),
    endDate: seeder.date(-48),
    description: 'MacLehose Trail stages 1 and 2, one night at the beach.',
    currency: 'HKD',
    inviteUserIds: ids(alice, dave),
  })
  for (const person of [alice, dave]) await seeder.acceptInvitation(person, tripId)
  const spend = (by: Actor, day: number, description: string, amount: number, category: string) =>
    seeder.run(
      by,
      AddExpenseOperation,
      { tripId },
      {
        description,
        amount,
        category,
        sharedBy: ids(alice, bob, dave),
        expenseDate: seeder.date(day),
      },
    )
  seeder.setTime(-49, 12)
  await spend(bob, -49, 'Seafood dinner at the pier', 930, 'food')
  await spend(dave, -48, 'Speedboat to Ham Tin beach', 450, 'transportation')
  seeder.setTime(-46, 12)
  const pay = (from: Actor, to: Actor, amount: number) =>
    seeder.run(
      from,
      MakePaymentOperation,
      { tripId },
      {
        from: { id: from.id, type: 'user' },
        to: { id: to.id, type: 'user' },
        amount,
      },
    )
  await pay(alice, bob, 460)
  await pay(dave, bob, 10)
  await seeder.run(bob, ChangeTripOperation, { tripId }, { status: 'completed' })
}

/** @returns the id of its chat */
export async function seedHanoi(seeder: Seeder, { alice, nina, tom }: Friends): Promise<string> {
  seeder.setTime(-15, 13)
  const tripId = await seeder.planTrip(alice, {
    title: 'Hanoi long weekend',
    destination: 'Hanoi and Ha Long',
    startDate: seeder.date(23),
    endDate: seeder.date(26),
    description: 'Two nights in the Old Quarter, one on a boat.',
    currency: 'HKD',
    inviteUserIds: ids(nina, tom),
  })
  for (const person of [nina, tom]) await seeder.acceptInvitation(person, tripId)
  await planDays(seeder, tripId, { by: [alice, nina], from: -14, plans: hanoi })
  await seeder.run(
    alice,
    AddExpenseOperation,
    { tripId },
    {
      description: 'Cabin in Ha Long, deposit',
      amount: 630,
      category: 'accommodation',
      sharedBy: ids(alice, nina, tom),
      expenseDate: seeder.date(-14),
    },
  )
  await seeder.run(alice, ChangeTripOperation, { tripId }, { status: 'confirmed' })
  return openTripChat(seeder, nina, tripId, { name: 'Hanoi food list', description: 'One dish a line.' })
}

/** @returns the id of its chat */
export async function seedKyoto(seeder: Seeder, { alice, carol }: Friends): Promise<string> {
  seeder.setTime(-12, 12)
  const tripId = await seeder.planTrip(carol, {
    title: 'Kyoto in spring',
    destination: 'Kyoto',
    startDate: seeder.date(127),
    endDate: seeder.date(134),
    description: 'Temples early, food late. One day in Nara.',
    budget: 320_000,
    currency: 'JPY',
    inviteUserIds: ids(alice),
  })
  await seeder.acceptInvitation(alice, tripId)
  await planDays(seeder, tripId, { by: [carol, alice], from: -11, plans: kyoto })
  return openTripChat(seeder, carol, tripId, {
    name: 'Kyoto trains',
    description: 'Passes, seats, platforms.',
  })
}
