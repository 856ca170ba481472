// Properties of every settlement, on random trips. The figures are compared with an independent calculation, and the
// number of payments with an exhaustive search.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { POOL } from '#core/money/balances/ledger.ts'
import type { Leg } from '#core/money/balances/leg.ts'
import { POOL_MODES } from '#core/money/responses.ts'
import type { Settlement } from '#core/money/settlement/settlement.ts'
import { bruteForce } from '#tests/money/bruteForce.ts'
import { randomTrip, runs, settled, shuffled } from '#tests/money/randomTrip.ts'
import { referenceFiguresOf } from '#tests/money/referenceFigures.ts'

const anyTrip = randomTrip({ most: 12, payments: true })
const smallTrip = randomTrip({ most: 9, payments: true })
const anyMode = fc.constantFrom(...POOL_MODES)

describe('the figures', () => {
  it('The figures equal an independent calculation from the remaining records', () => {
    fc.assert(
      fc.property(anyTrip, anyMode, (trip, mode) => {
        const settlement = settled(trip, mode)
        const recount = referenceFiguresOf(trip)
        expect(settlement.poolBalance).toBe(recount.poolBalance)
        for (const each of settlement.participants) {
          const { personalPayments, poolContributions, fairShare, netBalance, poolSettlement } = each
          expect({ personalPayments, poolContributions, fairShare, netBalance, poolSettlement }).toEqual(
            recount.of(each.id),
          )
        }
      }),
      runs,
    )
  })

  it('The figures add up exactly, and all accounts together are zero', () => {
    fc.assert(
      fc.property(anyTrip, anyMode, (trip, mode) => {
        const { participants, totalExpenses, poolBalance, summary } = settled(trip, mode)
        const recount = referenceFiguresOf(trip)
        const total = (field: 'fairShare' | 'personalPayments' | 'poolContributions' | 'shortfall') =>
          participants.reduce((sum, each) => sum + each[field], 0)
        expect(total('fairShare')).toBe(totalExpenses)
        expect(total('personalPayments')).toBe(totalExpenses - recount.paidFromPool)
        expect(total('poolContributions')).toBe(recount.deposits)
        expect(total('shortfall')).toBe(Math.max(0, -poolBalance))
        expect(participants.reduce((sum, each) => sum + each.netBalance, 0)).toBe(poolBalance)
        expect(participants.reduce((sum, each) => sum + each.poolSettlement, 0)).toBe(poolBalance)
        expect(summary.totalOwed - summary.totalOwes).toBe(poolBalance)
      }),
      runs,
    )
  })

  it('The figures include everybody present, and no former participant without money', () => {
    fc.assert(
      fc.property(anyTrip, (trip) => {
        const { participants } = settled(trip, 'distributed')
        const withMoney = referenceFiguresOf(trip).names
        const expected = trip.people.filter(({ id, isPresent }) => isPresent || withMoney.has(id))
        expect(participants.map(({ id, left }) => ({ id, left }))).toEqual(
          expected.map(({ id, isPresent }) => ({ id, left: !isPresent })),
        )
      }),
      runs,
    )
  })
})

describe('the plan', () => {
  it('The plan brings every account to zero, or to the amount that the pool holds for it, in every mode', () => {
    fc.assert(
      fc.property(anyTrip, anyMode, (trip, mode) => {
        const settlement = settled(trip, mode)
        const after = paidOut(settlement, settlement.payments)
        const held = settlement.participants.reduce((sum, each) => sum + each.heldInPool, 0)
        for (const each of settlement.participants) expect(after.get(each.id)).toBe(each.heldInPool)
        expect(after.get(POOL)! + held).toBe(0)
      }),
      runs,
    )
  })

  it('The plan moves no more money than is owed, and never through a third person, unless the pool pays equally', () => {
    fc.assert(
      fc.property(anyTrip, fc.constantFrom('distributed', 'reserved'), (trip, mode) => {
        const settlement = settled(trip, mode)
        const balances = balancesOf(settlement)
        for (const { from, to, amount } of settlement.payments) {
          expect(amount).toBeGreaterThan(0)
          expect(balances.get(from)).toBeLessThan(0)
          expect(balances.get(to)).toBeGreaterThan(0)
        }
        const moved = allLegs(settlement).reduce((sum, { amount }) => sum + amount, 0)
        const owed = [...balances.values()].reduce((sum, amount) => sum + Math.max(amount, 0), 0)
        expect(moved).toBe(owed)
      }),
      runs,
    )
  })

  it('The plan has as few payments as a search through all plans finds, as long as no payment is made', () => {
    fc.assert(
      fc.property(randomTrip({ most: 9, payments: false }), (trip) => {
        const settlement = settled(trip, 'distributed')
        expect(settlement.isFewest).toBe(true)
        expect(settlement.payments.length).toBe(bruteForce([...balancesOf(settlement).values()]))
      }),
      runs,
    )
  })

  it('The plan is called the fewest exactly when no shorter plan settles the present balances', () => {
    fc.assert(
      fc.property(smallTrip, fc.constantFrom('distributed', 'reserved'), (trip, mode) => {
        const settlement = settled(trip, mode)
        const fewest = bruteForce([...balancesOf(settlement).values()])
        expect(settlement.isFewest).toBe(allLegs(settlement).length === fewest)
      }),
      runs,
    )
  })

  it('The mode of equal parts divides the pool to the unit, and its plan is then the fewest among people', () => {
    fc.assert(
      fc.property(randomTrip({ most: 9, payments: false }), (trip) => {
        const settlement = settled(trip, 'equal')
        const present = settlement.participants.filter(({ left }) => !left)
        fc.pre(settlement.poolBalance > 0 && present.length > 0)
        const refunds = present.map(({ poolRefund }) => poolRefund)
        expect(Math.max(...refunds) - Math.min(...refunds)).toBeLessThanOrEqual(1)
        expect(refunds.toSorted((a, b) => b - a)).toEqual(refunds)
        expect(refunds.reduce((sum, refund) => sum + refund, 0)).toBe(settlement.poolBalance)
        const fromPool = settlement.payments.filter(({ from }) => from === POOL)
        const afterwards = [...paidOut(settlement, fromPool).values()]
        expect(settlement.payments.length - fromPool.length).toBe(bruteForce(afterwards))
      }),
      runs,
    )
  })

  it('The plan is the same on every replay, in any order of the events and of the people', () => {
    fc.assert(
      fc.property(anyTrip, anyMode, fc.nat(), (trip, mode, seed) => {
        const plan = settled(trip, mode)
        const other = settled(
          { ...trip, events: shuffled(trip.events, seed), people: shuffled(trip.people, seed) },
          mode,
        )
        expect(settled(structuredClone(trip), mode)).toEqual(plan)
        expect(byId(other)).toEqual(byId(plan))
      }),
      runs,
    )
  })

  it('The settlement does not change its inputs', () => {
    fc.assert(
      fc.property(anyTrip, anyMode, (trip, mode) => {
        expect(() => settled(deepFrozen(trip), mode)).not.toThrow()
      }),
      runs,
    )
  })
})

function balancesOf({ participants, poolBalance }: Settlement): Map<string, number> {
  return new Map([
    [POOL, -poolBalance],
    ...participants.map(({ id, netBalance }): [string, number] => [id, netBalance]),
  ])
}

/** The payments; in `reserved` also what the pool holds for participants. */
function allLegs({ participants, payments }: Settlement): Leg[] {
  const held = participants.filter(({ heldInPool }) => heldInPool > 0)
  return [...payments, ...held.map(({ id, heldInPool }) => ({ from: POOL, to: id, amount: heldInPool }))]
}

function paidOut(settlement: Settlement, payments: readonly Leg[]): Map<string, number> {
  const balances = balancesOf(settlement)
  for (const { from, to, amount } of payments) {
    balances.set(from, balances.get(from)! + amount)
    balances.set(to, balances.get(to)! - amount)
  }
  return balances
}

function byId(settlement: Settlement): Settlement {
  const participants = settlement.participants.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return { ...settlement, participants }
}

function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value)
    for (const each of Object.values(value)) deepFrozen(each)
  }
  return value
}
