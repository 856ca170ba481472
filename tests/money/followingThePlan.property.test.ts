// People pay a plan over days. A payment suggested to one person must not change because another has paid.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { POOL } from '#core/money/balances/ledger.ts'
import type { Leg } from '#core/money/balances/leg.ts'
import { POOL_MODES } from '#core/money/responses.ts'
import { type RandomTrip, randomTrip, runs, settled } from '#tests/money/randomTrip.ts'
import * as records from '#tests/money/records.ts'

const anyTrip = randomTrip({ most: 12, payments: true })
const anyMode = fc.constantFrom(...POOL_MODES)

describe('following the plan', () => {
  it('A payment of one leg, in full or in part, leaves every other leg as it was', () => {
    const payments = fc.array(fc.record({ leg: fc.nat(100), part: fc.option(fc.nat(99_999_999)) }), {
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(randomTrip({ most: 12, payments: false }), anyMode, payments, (trip, mode, made) => {
        let now = trip
        for (const { leg: nth, part } of made) {
          const { payments: before } = settled(now, mode)
          if (before.length === 0) return
          const leg = before[nth % before.length]!
          const amount = part === null ? leg.amount : 1 + (part % leg.amount)
          now = afterPaying(now, leg, amount)
          expect(settled(now, mode).payments).toEqual(lessPaid(before, leg, amount))
        }
      }),
      runs,
    )
  })

  it('A payment of one leg leaves every other leg as it was, even after payments that no plan suggested', () => {
    fc.assert(
      fc.property(anyTrip, anyMode, fc.nat(100), (trip, mode, nth) => {
        const { payments: before } = settled(trip, mode)
        // In `equal`, the pool's remaining money is divided anew after a payment that fits no suggestion.
        const legs = mode === 'equal' ? before.filter(({ from }) => from !== POOL) : before
        fc.pre(legs.length > 0)
        const leg = legs[nth % legs.length]!
        const now = afterPaying(trip, leg, leg.amount)
        expect(settled(now, mode).payments).toEqual(lessPaid(before, leg, leg.amount))
      }),
      runs,
    )
  })

  it('Payments of all legs settle everything', () => {
    fc.assert(
      fc.property(anyTrip, anyMode, (trip, mode) => {
        const now = settled(trip, mode).payments.reduce((t, leg) => afterPaying(t, leg, leg.amount), trip)
        const { isSettled, payments } = settled(now, mode)
        expect({ isSettled, payments }).toEqual({ isSettled: true, payments: [] })
      }),
      runs,
    )
  })
})

function afterPaying(trip: RandomTrip, { from, to }: Leg, amount: number): RandomTrip {
  const party = (id: string) =>
    id === POOL ? records.party(POOL) : trip.people.find((each) => each.id === id)!
  const made = records.payment(`made-${trip.events.length}`, party(from), party(to), amount)
  return { ...trip, events: [...trip.events, ...records.inCurrency(trip.currency, [records.paid(made)])] }
}

function lessPaid(legs: readonly Leg[], paid: Leg, amount: number): Leg[] {
  return legs
    .map((leg) => (leg === paid ? { ...leg, amount: leg.amount - amount } : leg))
    .filter((leg) => leg.amount > 0)
}
