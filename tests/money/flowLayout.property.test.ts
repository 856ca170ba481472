// The layout of the settlement's picture: proportional, within its box, and without overlaps, for any plan.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { POOL } from '#core/money/balances/ledger.ts'
import { settlementFlow } from '#web/money/settlement/picture/settlementFlow.ts'
import { flowHeight } from '#web/money/settlement/picture/flowHeight.ts'
import {
  type FlowLayout,
  layOutFlow,
  PARTY_WIDTH,
  crossingsOf,
  orderedFlow,
} from '#web/money/settlement/picture/flowLayout.ts'

const people = ['ann', 'ben', 'cat', 'dan', 'eve', 'fay', 'gil']
const payments = fc
  .uniqueArray(
    fc.record({
      from: fc.constantFrom(...people, POOL),
      to: fc.constantFrom(...people, POOL),
      amount: fc.integer({ min: 1, max: 2_000_000 }),
      isPaid: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12, selector: ({ from, to, isPaid }) => `${from} ${to} ${isPaid}` },
  )
  .map((all) => all.filter(({ from, to }) => from !== to))
  .filter((all) => all.length > 0)

/** Rounding of binary fractions. */
const NEARLY = 1e-6

function laidOut(all: Parameters<typeof settlementFlow>[0], width = 288): FlowLayout & { height: number } {
  const flow = settlementFlow(all, 'ann')
  const height = flowHeight(flow)
  return { ...layOutFlow(flow, { width, height, left: 60, right: 70, label: 32 }), height }
}

describe('layout of the settlement’s picture', () => {
  it('Every ribbon has the width of its amount in one scale, and they add up at both ends', () => {
    fc.assert(
      fc.property(payments, (all) => {
        const { parties, ribbons } = laidOut(all)
        const scale = ribbons[0]!.height / ribbons[0]!.amount
        expect(scale).toBeGreaterThan(0)
        for (const { height, amount } of ribbons) expect(height).toBeCloseTo(amount * scale, 6)
        for (const { id, side, height } of parties) {
          const own = ribbons.filter(({ from, to }) => (side === 'right' ? to : from) === id)
          expect(own.reduce((sum, ribbon) => sum + ribbon.height, 0)).toBeCloseTo(height, 6)
        }
      }),
    )
  })

  it('Everything with its labels is within the box', () => {
    fc.assert(
      fc.property(payments, fc.integer({ min: 240, max: 900 }), (all, width) => {
        const { parties, ribbons, height: box } = laidOut(all, width)
        for (const { x, y, height } of parties) {
          expect(Math.min(y, y + height / 2 - 16)).toBeGreaterThanOrEqual(-NEARLY)
          expect(Math.max(y + height, y + height / 2 + 16)).toBeLessThanOrEqual(box + NEARLY)
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x + PARTY_WIDTH).toBeLessThanOrEqual(width)
        }
        for (const { y, toY, height, x, toX } of ribbons) {
          expect(Math.min(y, toY)).toBeGreaterThanOrEqual(-NEARLY)
          expect(Math.max(y, toY) + height).toBeLessThanOrEqual(box + NEARLY)
          expect(toX).toBeGreaterThan(x)
        }
      }),
    )
  })

  it('Ribbons at a party, parties at a side and their labels do not overlap', () => {
    fc.assert(
      fc.property(payments, (all) => {
        const { parties, ribbons } = laidOut(all)
        for (const isRight of [false, true]) {
          const column = parties.filter(({ side }) => (side === 'right') === isRight)
          expectApart(column)
          expectApart(column.map(({ y, height }) => ({ y: y + height / 2 - 16, height: 32 })))
          for (const { id } of column)
            expectApart(
              ribbons
                .filter(({ from, to }) => (isRight ? to : from) === id)
                .map(({ y, toY, height }) => ({ y: isRight ? toY : y, height })),
            )
        }
      }),
    )
  })

  it('Ribbons of a plan whose payments need no crossing do not cross, and none runs over the pool', () => {
    fc.assert(
      fc.property(payments, (all) => {
        const { payers, pool, receivers, ribbons } = orderedFlow(settlementFlow(all, 'ann'))
        const left = pool ? [...payers, pool] : payers
        const placed = laidOut(all)
        const bar = placed.parties.find(({ side }) => side === 'pool')
        if (bar)
          for (const { from, y, toY, height } of placed.ribbons)
            if (from !== POOL) expect(Math.max(y, toY) + height).toBeLessThanOrEqual(bar.y + NEARLY)
        if (crossingsOf(ribbons, left, receivers) > 0) return
        // At any height of the curve: both ends keep the order.
        for (const one of placed.ribbons)
          for (const other of placed.ribbons)
            if (one.y < other.y - NEARLY && one.toY > other.toY + NEARLY)
              expect(one.from === POOL || other.from === POOL).toBe(true)
      }),
    )
  })

  it('The order of payers and receivers avoids crossings', () => {
    const pays = (from: string, to: string, amount: number) => ({ from, to, amount, isPaid: false })
    const flow = orderedFlow(
      settlementFlow(
        [
          pays('ann', 'dan', 31_330),
          pays('ann', 'eve', 17_513),
          pays('ben', 'eve', 49_654),
          pays(POOL, 'dan', 107_262),
          pays(POOL, 'cat', 58_738),
        ],
        'ann',
      ),
    )
    expect(flow.payers.map(({ id }) => id)).toEqual(['ben', 'ann'])
    expect(flow.receivers.map(({ id }) => id)).toEqual(['eve', 'dan', 'cat'])
  })
})

function expectApart(all: readonly { y: number; height: number }[]): void {
  const sorted = all.toSorted((a, b) => a.y - b.y)
  for (const [index, { y, height }] of sorted.entries())
    expect(sorted[index + 1]?.y ?? Infinity).toBeGreaterThanOrEqual(y + height - NEARLY)
}
