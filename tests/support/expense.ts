// An expense with every field, as a body says it. A test names the fields that matter to it.

import type { ExpenseEntry } from '#core/money/bodies.ts'
import { optionalFields } from '#core/money/events.ts'

/** Of 10.00, which the person who records it paid, and which they share with Ben. */
export const expenseEntry = (more: Partial<ExpenseEntry> = {}): ExpenseEntry => ({
  ...optionalFields(() => null),
  description: 'Dinner',
  amount: 10,
  category: 'food',
  sharedBy: [
    { id: 'ann', type: null },
    { id: 'ben', type: null },
  ],
  paidBy: null,
  paidFromPool: false,
  expenseDate: null,
  currency: null,
  exchangeRate: null,
  ...more,
})
