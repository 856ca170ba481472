// Every figure explained: the lines add up to it to the cent, whatever happened on the trip.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { POOL } from '#core/money/ledger.ts'
import { POOL_MODES } from '#core/money/plan.ts'
import { sumOfLines, WHY_FIGURES, whyFigure } from '#core/money/why.ts'
import { whyPayment } from '#core/money/whyPayment.ts'
import { randomTrip, runs, settled } from '#tests/money/randomTrip.ts'
import { recountOf } from '#tests/money/recount.ts'
import { expense, user } from '#tests/money/records.ts'

const trips = randomTrip({ most: 6, payments: true })

describe('why a figure is what it is', () => {
  it('is told in lines that add up to it exactly, for everybody and every figure', () => {
    fc.assert(
      fc.property(trips, (trip) => {
        const standing = recountOf(trip)
        for (const person of settled(trip, 'distributed').participants)
          for (const figure of WHY_FIGURES)
            expect(sumOfLines(whyFigure(figure, person.id, standing)), figure).toBe(person[figure])
      }),
      runs,
    )
  })

  it('names records that there are, and none twice in one way', () => {
    fc.assert(
      fc.property(trips, (trip) => {
        const standing = recountOf(trip)
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

  it('says whose the cent is that could not be divided, and that no more are drawn than are left', () => {
    const sharers = ['ann', 'ben', 'cat'].map(user)
    const dinner = expense('dinner', user('ann'), 10_000, sharers)
    const standing = { expenses: [dinner], contributions: [], payments: [] }
    const leftovers = sharers.flatMap(({ id }) =>
      whyFigure('fairShare', id, standing).filter(({ kind }) => kind === 'leftover'),
    )
    expect(leftovers).toEqual([
      { kind: 'leftover', expenseId: 'dinner', sharers: 3, left: 1, turn: 1, amount: 1 },
    ])
  })
})

describe('why a payment is suggested', () => {
  it.each(POOL_MODES)(
    'is a group of accounts that its payments settle, none more than needed (%s)',
    (mode) => {
      fc.assert(
        fc.property(trips, (trip) => {
          const plan = settled(trip, mode)
          for (const leg of plan.payments) {
            const why = whyPayment(leg, plan)
            expect(why.group.ids).toEqual(expect.arrayContaining([leg.from, leg.to]))
            if (mode === 'equal') continue
            // A tree of payments: one fewer than there are accounts.
            expect(why.group.payments).toBe(why.group.ids.length - 1)
            expect([Math.sign(why.fromBalance), Math.sign(why.toBalance)]).toEqual([-1, 1])
            const held = plan.participants.reduce((sum, { heldInPool }) => sum + heldInPool, 0)
            const sum = why.group.ids.reduce((total, id) => {
              const person = plan.participants.find((one) => one.id === id)
              return total + (id === POOL ? held - plan.poolBalance : person!.netBalance - person!.heldInPool)
            }, 0)
            expect(sum).toBe(0)
          }
        }),
        runs,
      )
    },
  )
})
