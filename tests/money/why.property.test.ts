// The explanation of every figure: its lines add up to the figure exactly, on any trip.

import { sumOfAmounts } from '#core/kernel/money.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { balancesAfter } from '#core/money/balances/leg.ts'
import { POOL } from '#core/money/balances/ledger.ts'
import { POOL_MODES } from '#core/money/responses.ts'
import { balanceFiguresOf, WHY_FIGURES, whyFigure, whyGroups } from '#web/money/why/why.ts'
import { whyPayment } from '#web/money/why/whyPayment.ts'
import { randomTrip, runs, settled } from '#tests/money/randomTrip.ts'
import { referenceFiguresOf } from '#tests/money/referenceFigures.ts'
import { expense, user } from '#tests/money/records.ts'

const trips = randomTrip({ most: 6, payments: true })

describe('explanation of a figure', () => {
  it('The explanation of every figure of every person adds up to the figure exactly', () => {
    fc.assert(
      fc.property(trips, (trip) => {
        const standing = referenceFiguresOf(trip)
        for (const person of settled(trip, 'distributed').participants)
          for (const figure of WHY_FIGURES)
            expect(sumOfAmounts(whyFigure(figure, person.id, standing)), figure).toBe(person[figure])
      }),
      runs,
    )
  })

  it('An explanation names existing records only, and none twice in the same role', () => {
    fc.assert(
      fc.property(trips, (trip) => {
        const standing = referenceFiguresOf(trip)
        const ids = new Set(
          [...standing.expenses, ...standing.contributions, ...standing.payments].map(({ id }) => id),
        )
        for (const { id } of trip.people) {
          const lines = whyFigure('netBalance', id, standing).map((line) => {
            const of =
              'expenseId' in line
                ? line.expenseId
                : 'paymentId' in line
                  ? line.paymentId
                  : line.contributionId
            expect(ids).toContain(of)
            return `${line.kind} ${of}`
          })
          expect(new Set(lines).size).toBe(lines.length)
        }
      }),
      runs,
    )
  })

  it('The explanation marks the people who carry an indivisible cent, as many as cents are left over', () => {
    const sharers = ['ann', 'ben', 'cat'].map(user)
    const dinner = expense('dinner', user('ann'), 10_000, sharers)
    const standing = { expenses: [dinner], contributions: [], payments: [] }
    const shares = sharers.flatMap(({ id }) => whyFigure('fairShare', id, standing))
    const byAmount = shares.toSorted((a, b) => b.amount - a.amount)
    const share = (leftover: 0 | 1) => ({
      kind: 'share',
      expenseId: 'dinner',
      part: { mode: 'equal', sharers: 3, leftover },
    })
    expect(byAmount).toEqual([
      { ...share(1), amount: 3334 },
      { ...share(0), amount: 3333 },
      { ...share(0), amount: 3333 },
    ])
  })

  it('The groups hold every line once, and give the standing that their lines add up to', () => {
    fc.assert(
      fc.property(trips, (trip) => {
        const standing = referenceFiguresOf(trip)
        for (const person of settled(trip, 'distributed').participants) {
          const lines = whyFigure('netBalance', person.id, standing)
          const groups = whyGroups(lines)
          expect(new Set(groups.flatMap((group) => group.lines))).toEqual(new Set(lines))
          for (const group of groups) {
            expect(group.sum).toBe(sumOfAmounts(group.lines))
            const sizes = group.lines.map(({ amount }) => Math.abs(amount))
            expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
          }
          const { personalPayments, poolContributions, fairShare, netBalance } = person
          expect(balanceFiguresOf(groups)).toEqual({
            personalPayments,
            poolContributions,
            fairShare,
            netBalance,
          })
        }
      }),
      runs,
    )
  })
})

describe('explanation of a payment', () => {
  it.each(POOL_MODES)(
    'A suggested payment belongs to the smallest group of accounts that its payments settle (%s)',
    (mode) => {
      fc.assert(
        fc.property(trips, (trip) => {
          const plan = settled(trip, mode)
          for (const leg of plan.payments) {
            const why = whyPayment(leg, plan)
            expect(why.group.ids).toEqual(expect.arrayContaining([leg.from, leg.to]))
            // No balance explains the equal parts of the pool, and the other payments follow them.
            if (why.kind === 'equalPart') continue
            const parts = mode === 'equal' ? plan.payments.filter(({ from }) => from === POOL) : []
            const balances = [
              {
                id: POOL,
                amount: plan.participants.reduce(
                  (sum, { heldInPool }) => sum + heldInPool,
                  -plan.poolBalance,
                ),
              },
              ...plan.participants.map(({ id, netBalance, heldInPool }) => ({
                id,
                amount: netBalance - heldInPool,
              })),
            ]
            const after = balancesAfter(balances, parts)
            // The payments of a group form a tree: one fewer than its accounts.
            expect(why.group.payments).toBe(why.group.ids.length - 1)
            expect([Math.sign(why.fromBalance), Math.sign(why.toBalance)]).toEqual([-1, 1])
            const ofGroup = after.filter(({ id }) => why.group.ids.includes(id))
            expect(ofGroup.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
          }
        }),
        runs,
      )
    },
  )
})
