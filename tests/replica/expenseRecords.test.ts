// The order of the expenses of a device's replica, which begins with the order before a change.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecordedEvent } from '#core/kernel/decider.ts'
import type { MoneyEvent } from '#core/money/events.ts'
import { namesOf } from '#core/money/roster.ts'
import { expenseRecords } from '#projections/replica/moneyRecords.ts'
import { emptyTripDocuments, foldTripDocuments } from '#projections/replica/tripDocuments.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { trip } from '#tests/money/deciderFixture.ts'
import { runs } from '#tests/money/randomTrip.ts'
import { added, edited, expense, party, user } from '#tests/money/records.ts'

const dated = (id: string, day: number) => ({
  ...expense(id, party('ann'), 1000, [user('ann'), { type: 'guest', id: 'gina' }]),
  expenseDate: `2026-05-0${day}`,
})

/** @param revision also decides the time at which it happened */
function fold(documents: ExistingTrip, { type, data }: MoneyEvent, revision: number): ExistingTrip {
  const at = new Date(1_780_000_000_000 + revision * 1000).toISOString()
  const meta = { actor: 'ann', at, key: '', v: 1, digest: '', requestId: '', prev: null }
  const event: RecordedEvent = { stream: 'money-trip', revision, position: '', type, data, meta }
  return { ...foldTripDocuments(documents, event, 'trip'), trip: documents.trip }
}

/** Three expenses; the newest first: c, b, a. */
function threeExpenses(): ExistingTrip {
  const empty = { ...emptyTripDocuments('trip'), trip: structuredClone(trip) }
  return ['a', 'b', 'c'].reduce((documents, id, n) => fold(documents, added(dated(id, n + 1)), n), empty)
}

test('An unchanged expense stays the same object when another one is added, edited or removed', () => {
  const before = threeExpenses()
  const [c, b, a] = expenseRecords(before)
  const withAnother = fold(before, added(dated('d', 2)), 3)
  const edit = fold(withAnother, edited(dated('b', 2), { description: 'Tea' }), 4)
  const removal = fold(edit, { type: 'ExpenseRemoved', data: { expense: dated('c', 3) } }, 5)
  for (const documents of [withAnother, edit, removal]) {
    const after = expenseRecords(documents)
    expect(after.find(({ id }) => id === 'a')).toBe(a)
    expect(after.find(({ id }) => id === 'c') ?? c).toBe(c)
  }
  expect(expenseRecords(removal).map(({ id, description }) => [id, description])).toEqual([
    ['d', 'Expense d'],
    ['b', 'Tea'],
    ['a', 'Expense a'],
  ])
  expect(b!.description).toBe('Expense b')
})

test('A renamed person has the new name in every expense', () => {
  const documents = threeExpenses()
  const guests = documents.trip.guests.map((guest) => ({ ...guest, name: 'Georgina' }))
  const namesIn = (of: ExistingTrip) =>
    expenseRecords(of).map(({ sharedBy }) => namesOf(of.trip)(sharedBy[1]!).name)
  expect(namesIn(documents)).toEqual(['Gina', 'Gina', 'Gina'])
  expect(namesIn({ ...documents, trip: { ...documents.trip, guests } })).toEqual(Array(3).fill('Georgina'))
})

const imported = (ids: readonly string[], day: number): MoneyEvent => ({
  type: 'ImportApplied',
  data: {
    import: {
      ...{ id: 'file', source: 'Splitwise', fileHash: 'f', currency: 'HKD' as const },
      expenses: ids.map((id) => dated(id, day)),
      payments: [],
    },
  },
})

test('Imported expenses of one day are in the order of their file, also after one of them came back', () => {
  const idsIn = (documents: ExistingTrip) => expenseRecords(documents).map(({ id }) => id)
  const before = threeExpenses()
  idsIn(before)
  const after = fold(before, imported(['x', 'y', 'z'], 2), 3)
  expect(idsIn(after)).toEqual(['c', 'x', 'y', 'z', 'b', 'a'])
  // A pending removal that is discarded.
  expect(idsIn(fold(after, { type: 'ExpenseRemoved', data: { expense: dated('y', 2) } }, 4))).toHaveLength(5)
  expect(idsIn(after)).toEqual(['c', 'x', 'y', 'z', 'b', 'a'])
})

const step = fc.record({
  kind: fc.constantFrom('add', 'add', 'edit', 'remove', 'import'),
  n: fc.nat(),
  day: fc.nat(8),
})

test('After any changes the order equals that of expenses that are sorted from nothing', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 60, maxLength: 120 }), (steps) => {
      let documents: ExistingTrip = { ...emptyTripDocuments('trip'), trip: structuredClone(trip) }
      for (const [revision, { kind, n, day }] of steps.entries()) {
        const records = documents.expenses.flat()
        const chosen = records[n % Math.max(records.length, 1)]
        const event: MoneyEvent =
          kind === 'add' || !chosen
            ? added(dated(`e${revision}`, day + 1))
            : kind === 'import'
              ? imported([`x${revision}`, `y${revision}`, `z${revision}`], day + 1)
              : kind === 'edit'
                ? edited(chosen, { expenseDate: `2026-05-0${day + 1}` })
                : { type: 'ExpenseRemoved', data: { expense: chosen } }
        documents = fold(documents, event, revision)
        // Several changes between two renders, too.
        if (n % 3 > 0) expenseRecords(documents)
      }
      expect(expenseRecords(documents)).toEqual(expenseRecords(structuredClone(documents)))
    }),
    runs,
  )
})
