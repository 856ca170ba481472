import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MoneyEvent } from '#core/money/events.ts'
import { applyEvent, emptyLedger } from '#core/money/balances/ledger.ts'
import { randomTrip, runs, shuffled } from '#tests/money/randomTrip.ts'
import { referenceFiguresOf } from '#tests/money/referenceFigures.ts'
import * as records from '#tests/money/records.ts'

const anyTrip = randomTrip({ most: 12, payments: true })

describe('the ledger', () => {
  it('The ledger is the same event by event, in any order and after a round trip through JSON', () => {
    fc.assert(
      fc.property(anyTrip, fc.nat(), ({ events }, seed) => {
        const ledger = records.ledgerOf(events)
        expect(records.ledgerOf(shuffled(events, seed))).toEqual(ledger)
        expect(JSON.parse(JSON.stringify(ledger))).toEqual(ledger)
        const stored = events.reduce(
          (l, fact) => JSON.parse(JSON.stringify(applyEvent(l, fact))),
          emptyLedger,
        )
        expect(stored).toEqual(ledger)
      }),
      runs,
    )
  })

  it('The edit of a title leaves the ledger unchanged', () => {
    fc.assert(
      fc.property(anyTrip, (trip) => {
        const ledger = records.ledgerOf(trip.events)
        for (const expense of referenceFiguresOf(trip).expenses) {
          expect(applyEvent(ledger, records.edited(expense, { description: 'Dinner, corrected' }))).toEqual(
            ledger,
          )
        }
      }),
      runs,
    )
  })

  it('The ledger is empty again after everything is removed', () => {
    fc.assert(
      fc.property(anyTrip, (trip) => {
        const { expenses, contributions, payments } = referenceFiguresOf(trip)
        const back: MoneyEvent[] = [
          ...expenses.map((expense) => ({ type: 'ExpenseRemoved' as const, data: { expense } })),
          ...contributions.map((contribution) => ({
            type: 'ContributionRemoved' as const,
            data: { contribution },
          })),
          ...payments.map((payment) => ({ type: 'PaymentUndone' as const, data: { payment } })),
        ]
        expect(records.ledgerOf([...trip.events, ...back])).toEqual(emptyLedger)
      }),
      runs,
    )
  })
})
