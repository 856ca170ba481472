// An expense with every field, as a body says it and as a response does. A test names the fields that matter to it.

import type { ExpenseEntry } from '#core/money/bodies.ts'
import { optionalFields, plainExpenseFields } from '#core/money/events.ts'
import type { ExpenseResponse } from '#core/money/responses.ts'

const ann = { id: 'ann', type: 'user', name: 'ann' } as const
const at = '2026-05-02T09:00:00.000Z'

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

/** Of 10.00; unless told otherwise its `paidBy`, or the pool for null, paid all of it, and it is Ann's alone. */
export function expenseResponse({
  amount = 10,
  paidBy = ann,
  ...more
}: Partial<ExpenseResponse> = {}): ExpenseResponse {
  return {
    ...plainExpenseFields({ description: 'Dinner', category: 'food', expenseDate: '2026-05-02' }),
    id: 'dinner',
    tripId: 'trip',
    kind: 'expense',
    amount,
    currency: 'HKD',
    paidBy,
    paidFromPool: paidBy === null,
    payers: paidBy ? [{ ...paidBy, amount, originalAmount: more.originalAmount ?? null }] : 'pool',
    split: { mode: 'equal' },
    sharedBy: [{ ...ann, share: amount }],
    originalAmount: null,
    originalCurrency: null,
    exchangeRate: null,
    createdBy: { id: 'ann', username: 'ann' },
    createdAt: at,
    updatedAt: at,
    revision: 0,
    ...more,
  }
}
