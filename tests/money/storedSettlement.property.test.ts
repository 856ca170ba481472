// The stored plan is the plan of all events, however the log is split into batches, and it is calculated at most once a
// batch.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ledgerOf, added, expense, user } from '#tests/money/records.ts'
import { POOL_MODES } from '#core/money/responses.ts'
import { settle } from '#core/money/settlement/settlement.ts'
import { settlements } from '#projections/money/settlements.ts'
import type { AnyProjection } from '#projections/platform/projection.ts'
import { randomTrip, runs, shuffled } from '#tests/money/randomTrip.ts'
import {
  type TripOrMoneyEvent,
  personAdded,
  personRemoved,
  storedSettlement,
} from '#tests/money/storedSettlement.ts'
import { ann, ben, deleted, invited, left, planned } from '#tests/trips/events.ts'

/** People leave the trip at random moments; later events of others may still mention them. */
function mixed(
  events: readonly TripOrMoneyEvent[],
  gone: readonly TripOrMoneyEvent[],
  seed: number,
): TripOrMoneyEvent[] {
  const happened = [...events]
  for (const [n, fact] of shuffled(gone, seed).entries())
    happened.splice((seed * (n + 7)) % (happened.length + 1), 0, fact)
  return happened
}

it('The stored plan of each mode is the plan of the whole ledger, whatever the batches were', async () => {
  let withPool = 0
  const wanted = randomTrip({ most: 9, payments: true })
  const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(wanted, sizes, fc.nat(1000), async ({ currency, people: some, events }, sizes, seed) => {
      const people = [{ ...user('organizer'), isPresent: true }, ...some]
      const gone = people.filter(({ isPresent }) => !isPresent)
      const happened = [...personAdded(people, currency), ...mixed(events, gone.map(personRemoved), seed)]
      const stored = await storedSettlement(happened, sizes)
      // In the order of a trip's list: active participants before former ones, users before guests.
      const listed = people
        .map((one) => ({ ...one, place: Number(!one.isPresent) * 2 + Number(one.type === 'guest') }))
        .sort((a, b) => a.place - b.place)
      for (const mode of POOL_MODES) {
        const fresh = settle({ ledger: ledgerOf(events), people: listed, mode, currency })
        const byId = <T extends { id: string }>(all: readonly T[]) =>
          all.toSorted((a, b) => (a.id < b.id ? -1 : 1))
        expect({ ...stored![mode], participants: byId(stored![mode].participants) }).toEqual({
          ...fresh,
          participants: byId(fresh.participants),
        })
      }
      expect(stored!.currency).toBe(currency)
      if (stored!.equal.poolBalance > 0 && gone.length > 0) withPool++
    }),
    runs,
  )
  expect(withPool, 'needs pools that somebody left to mean anything').toBeGreaterThan(5)
})

function counting(): { projection: AnyProjection; times(): number } {
  let times = 0
  const { from, derive } = settlements.derived!
  const derived = { from, derive: (...docs: Parameters<typeof derive>) => (times++, derive(...docs)) }
  return { projection: { ...settlements, derived }, times: () => times }
}

const dinner = (n: number) => added(expense(`dinner-${n}`, user('ann'), 100 + n, [user('ann'), user('ben')]))
const dinners = Array.from({ length: 100 }, (_, n) => dinner(n))

it('A hundred expenses in one batch calculate the plan once', async () => {
  const { projection, times } = counting()
  const stored = await storedSettlement([planned(), invited(ben), ...dinners], [102], projection)
  expect(times()).toBe(1)
  expect(stored!.distributed.payments).toEqual([{ from: 'ben', to: 'ann', amount: expect.any(Number) }])
})

it('A trip has a plan in its currency before its first expense, and loses it with its deletion', async () => {
  const stored = await storedSettlement([planned({ currency: 'JPY' }), invited(ben)])
  expect(stored).toMatchObject({ currency: 'JPY', distributed: { payments: [], isSettled: true } })
  expect(stored!.equal.participants.map(({ id }) => id)).toEqual([ann.id, ben.id])
  expect(await storedSettlement([planned(), invited(ben), dinner(1), deleted], [1])).toBeNull()
})

it('A former participant without open money is on no plan, and one with open money stays on it', async () => {
  const leaves = [planned(), invited(ben), left(ben)]
  expect((await storedSettlement(leaves, [1]))!.reserved.participants).toHaveLength(1)
  const owing = [planned(), invited(ben), dinner(0), left(ben)]
  const { participants, payments } = (await storedSettlement(owing, [1]))!.reserved
  expect(participants[1]).toMatchObject({ id: 'ben', left: true })
  expect(payments).toEqual([{ from: 'ben', to: 'ann', amount: 50 }])
})
