// The details of an expense, and the note about what somebody else changed in it, rendered without a browser.

import { type ReactElement, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { expenseResponse } from '#tests/support/expense.ts'
import { ConflictNote } from '#web/money/expenses/form/ConflictNote.tsx'
import { ExpenseExtraDetails } from '#web/money/expenses/details/ExpenseExtraDetails.tsx'

// Its clock needs a browser.
vi.mock('#web/money/RelativeTime.tsx', () => ({ RelativeTime: () => null }))

const dinner = expenseResponse({
  ...{ expenseDate: '2026-05-01', amount: 90, receiptUrl: 'https://example.com/r/1' },
  ...{ originalAmount: 10, originalCurrency: 'EUR', exchangeRate: 9 },
})

/** The names and values of a list of details, each as 'name: value'. */
const detailsOf = (element: ReactElement): string[] =>
  [
    ...renderToStaticMarkup(element).matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*><bdi[^>]*>(.*?)<\/bdi><\/dd>/gs),
  ].map(([, name, value]) => `${name}: ${value}`)

describe('conflict note', () => {
  const changed = (changes: Partial<ExpenseResponse>) =>
    detailsOf(createElement(ConflictNote, { base: dinner, current: { ...dinner, ...changes } }))

  test('The note shows each changed value, and no other', () => {
    expect(changed({ description: 'Late dinner', amount: 91, expenseDate: '2026-05-02' })).toEqual([
      'Description: Late dinner',
      'Amount: HK$91.00',
      'Date: 2 May 2026',
    ])
    expect(changed({ payers: 'pool' })).toEqual(['Paid by: Shared Pool'])
    expect(changed({ receiptUrl: null })).toEqual(['Receipt: none'])
    expect(changed({ notes: 'In cash' })).toEqual(['Notes: In cash'])
  })

  test('The note shows another original amount, currency or exchange rate of the same amount', () => {
    expect(changed({ originalAmount: 9, exchangeRate: 10 })).toEqual([
      'Original amount: €9.00',
      'Exchange rate: 1 EUR = 10 HKD',
    ])
    expect(changed({ originalCurrency: 'GBP' })).toEqual([
      'Original amount: £10.00',
      'Exchange rate: 1 GBP = 9 HKD',
    ])
  })

  test('The note shows that an amount is no longer in another currency', () => {
    expect(changed({ originalAmount: null, originalCurrency: null, exchangeRate: null })).toEqual([
      'Original amount: none',
      'Exchange rate: none',
    ])
  })

  test('The note of a refused edit does not call the reader’s own fields a change by somebody else', () => {
    const note = (current: ExpenseResponse) =>
      createElement(ConflictNote, { base: { ...dinner, notes: 'Mine' }, current, wasEntered: true })
    expect(detailsOf(note(dinner))).toEqual(['Notes: none'])
    expect(renderToStaticMarkup(note(dinner))).toContain(
      'Someone else changed this expense. Where you entered something else, it is now:',
    )
    expect(renderToStaticMarkup(note({ ...dinner, notes: 'Mine' }))).toContain('It is now as you entered it.')
  })
})

test('The details show notes with their line breaks, and only where there are any', () => {
  const details = (notes: string | null) =>
    createElement(ExpenseExtraDetails, { expense: { ...dinner, notes }, isAdded: true, myId: 'ann' })
  expect(detailsOf(details('In cash,\nno bill'))).toContain('Notes: In cash,\nno bill')
  expect(renderToStaticMarkup(details('In cash'))).toMatch(
    /<dd class="[^"]*whitespace-pre-line[^>]*><bdi[^>]*>In/,
  )
  expect(detailsOf(details(null)).join('\n')).not.toContain('Notes')
})
