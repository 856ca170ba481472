// The states of a history, and its totals, which are those of the expense summary of each past state.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TotalSpent } from '#core/history/contract.ts'
import { summaryResponse } from '#projections/replica/moneyResponses.ts'
import { TripHistory } from '#projections/history/tripHistory.ts'
import { by, details, ann } from '#tests/history/events.ts'
import { randomTrip, runs } from '#tests/money/randomTrip.ts'
import { added, expense, user } from '#tests/money/records.ts'
import { recorded } from '#tests/support/given.ts'

it('The total after each change of a history is the total of the expense summary at that change', async () => {
  let stepped = 0
  await fc.assert(
    fc.asyncProperty(randomTrip({ most: 6, payments: true }), async ({ currency, events }) => {
      const planned = {
        type: 'TripPlanned',
        data: { tripId: '1', details: { ...details, currency }, organizer: ann },
      }
      const history = new TripHistory('1')
      for (const [n, event] of [planned, ...events].entries())
        history.add(recorded(by('ann', event as never), n))
      const totals: TotalSpent[] = [...history.totals()]
      for (let n = 1; n <= history.length; n += 1) {
        const docs = await history.docsAt(n)
        const told = totals.findLast((total) => total.n <= n)?.totalAmount ?? 0
        expect(told).toBe(summaryResponse({ ...docs, trip: docs.trip! }, 'ann').totalAmount)
      }
      stepped += totals.length
    }),
    runs,
  )
  expect(stepped, 'needs trips with expenses to mean anything').toBeGreaterThan(20)
})

it('Each state of a long history is the fold of its changes, in whatever order one asks', async () => {
  const history = new TripHistory('1')
  const guests = Array.from({ length: 250 }, (_, i) => ({
    type: 'GuestAdded',
    data: { guest: { id: `g${i}`, name: `Guest ${i}`, role: 'member' }, addedBy: ann },
  }))
  const planned = { type: 'TripPlanned', data: { tripId: '1', details, organizer: ann } }
  for (const [n, event] of [planned, ...guests].entries()) history.add(recorded(by('ann', event as never), n))
  const guestsAt = async (n: number) => (await history.docsAt(n)).trip!.guests.length
  const asked = [201, 251, 1, 100, 101, 99, 200, 250]
  expect(await Promise.all(asked.map(guestsAt))).toEqual(asked.map((n) => n - 1))
})

it('A total is in the currency that the trip had then', () => {
  const history = new TripHistory('1')
  const dinner = expense('dinner', user('ann'), 1050, [user('ann')])
  const was = { ...details, currency: 'HKD' as const }
  const events = [
    { type: 'TripPlanned', data: { tripId: '1', details: was, organizer: ann } },
    added(dinner),
    { type: 'ExpenseRemoved', data: { expense: dinner } },
    { type: 'TripDetailsChanged', data: { details: { ...was, currency: 'JPY' }, was } },
    added({ ...dinner, id: 'ramen', currency: 'JPY' }),
  ]
  for (const [n, event] of events.entries()) history.add(recorded(by('ann', event as never), n))
  expect(history.totals().map(({ n, totalAmount }) => [n, totalAmount])).toEqual([
    [2, 10.5],
    [3, 0],
    [5, 1050],
  ])
})
