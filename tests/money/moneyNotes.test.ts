// The details of an expense, and the note about what somebody else changed in it, rendered without a browser.

import { type ReactElement, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import type { ExpenseRecord } from '#core/money/events.ts'
import { expense, namedById, recorded, user } from '#tests/money/records.ts'
import { ConflictNote } from '#web/money/expenses/form/ConflictNote.tsx'
import { ExpenseExtraDetails } from '#web/money/expenses/details/ExpenseExtraDetails.tsx'

// Its clock needs a browser.
vi.mock('#web/money/RelativeTime.tsx', () => ({ RelativeTime: () => null }))

const original = { amount: 1000, currency: 'EUR', exchangeRate: 9 }
const dinner = recorded({
  ...expense('e1', user('ann'), 9000, [user('ann')]),
  description: 'Dinner',
  receiptUrl: 'https://example.com/r/1',
  expenseDate: '2026-05-01',
  original,
})

/** The names and values of a list of details, each as 'name: value'. */
const detailsOf = (element: ReactElement): string[] =>
  [
    ...renderToStaticMarkup(element).matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*><bdi[^>]*>(.*?)<\/bdi><\/dd>/gs),
  ].map(([, name, value]) => `${name}: ${value}`)

describe('conflict note', () => {
  const changed = (changes: Partial<ExpenseRecord>) =>
    detailsOf(
      createElement(ConflictNote, { base: dinner, current: { ...dinner, ...changes }, named: namedById }),
    )

  test('The note shows each changed value, and no other', () => {
    expect(changed({ description: 'Late dinner', amount: 9100, expenseDate: '2026-05-02' })).toEqual([
      'Description: Late dinner',
      'Amount: HK$91.00',
      'Date: 2 May 2026',
    ])
    expect(changed({ payers: 'pool' })).toEqual(['Paid by: Shared Pool'])
    expect(changed({ receiptUrl: null })).toEqual(['Receipt: none'])
    expect(changed({ notes: 'In cash' })).toEqual(['Notes: In cash'])
  })

  test('The note shows another original amount, currency or exchange rate of the same amount', () => {
    expect(changed({ original: { ...original, amount: 900, exchangeRate: 10 } })).toEqual([
      'Original amount: €9.00',
      'Exchange rate: 1 EUR = 10 HKD',
    ])
    expect(changed({ original: { ...original, currency: 'GBP' } })).toEqual([
      'Original amount: £10.00',
      'Exchange rate: 1 GBP = 9 HKD',
    ])
  })

  test('The note shows that an amount is no longer in another currency', () => {
    expect(changed({ original: null })).toEqual(['Original amount: none', 'Exchange rate: none'])
  })

  test('The note of a refused edit does not call the reader’s own fields a change by somebody else', () => {
    const note = (current: ExpenseRecord) =>
      createElement(ConflictNote, {
        ...{ base: { ...dinner, notes: 'Mine' }, current },
        ...{ wasEntered: true, named: namedById },
      })
    expect(detailsOf(note(dinner))).toEqual(['Notes: none'])
    expect(renderToStaticMarkup(note(dinner))).toContain(
      'Someone else changed this expense. Where you entered something else, it is now:',
    )
    expect(renderToStaticMarkup(note({ ...dinner, notes: 'Mine' }))).toContain('It is now as you entered it.')
  })
})

test('The details show notes with their line breaks, and only where there are any', () => {
  const details = (notes: string | null) =>
    createElement(ExpenseExtraDetails, {
      ...{ expense: { ...dinner, notes }, tripId: 't1', named: namedById },
      ...{ isAdded: true, myId: 'ann' },
    })
  expect(detailsOf(details('In cash,\nno bill'))).toContain('Notes: In cash,\nno bill')
  expect(renderToStaticMarkup(details('In cash'))).toMatch(
    /<dd class="[^"]*whitespace-pre-line[^>]*><bdi[^>]*>In/,
  )
  expect(detailsOf(details(null)).join('\n')).not.toContain('Notes')
})
