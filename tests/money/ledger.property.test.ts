import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MoneyEvent } from '#core/money/events.ts'
import { applyEvent, emptyLedger } from '#core/money/ledger.ts'
import { randomTrip, runs, shuffled } from '#tests/money/randomTrip.ts'
import { recountOf } from '#tests/money/recount.ts'
import * as records from '#tests/money/records.ts'

const anyTrip = randomTrip({ most: 12, payments: true })

describe('the ledger', () => {
  it('is the same fact by fact, in any order, and as JSON', () => {
    fc.assert(
      fc.property(anyTrip, fc.nat(), ({ facts }, seed) => {
        const ledger = records.ledgerOf(facts)
        expect(records.ledgerOf(shuffled(facts, seed))).toEqual(ledger)
        expect(JSON.parse(JSON.stringify(ledger))).toEqual(ledger)
        const stored = facts.reduce((l, fact) => JSON.parse(JSON.stringify(applyEvent(l, fact))), emptyLedger)
        expect(stored).toEqual(ledger)
      }),
      runs,
    )
  })

  it('is untouched by an edit of a title', () => {
    fc.assert(
      fc.property(anyTrip, (trip) => {
        const ledger = records.ledgerOf(trip.facts)
        for (const expense of recountOf(trip).expenses) {
          expect(applyEvent(ledger, records.edited(expense, { description: 'Dinner, corrected' }))).toEqual(
            ledger,
          )
        }
      }),
      runs,
    )
  })

  it('is empty again when everything is taken back', () => {
    fc.assert(
      fc.property(anyTrip, (trip) => {
        const { expenses, contributions, payments } = recountOf(trip)
        const back: MoneyEvent[] = [
          ...expenses.map((expense) => ({ type: 'ExpenseRemoved' as const, data: { expense } })),
          ...contributions.map((contribution) => ({
            type: 'ContributionRemoved' as const,
            data: { contribution },
          })),
          ...payments.map((payment) => ({ type: 'PaymentUndone' as const, data: { payment } })),
        ]
        expect(records.ledgerOf([...trip.facts, ...back])).toEqual(emptyLedger)
      }),
      runs,
    )
  })
})
