// The details of an expense that its form can change, except those the screens show larger: texts by name.

import type { PlainExpenseFields } from '#core/money/events.ts'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { POOL_NAME } from '#core/money/roster.ts'
import { categoryName } from '#web/money/categoryStyle.ts'
import { formatDate, formatMoney } from '#web/platform/format.ts'

type Larger = 'description' | 'receiptUrl'
type Shown = Exclude<keyof PlainExpenseFields, Larger> | 'paidBy' | 'originalAmount' | 'exchangeRate'

/** @param payer name; undefined when the pool paid */
export function expenseDetails(expense: ExpenseResponse, payer: string | undefined) {
  const { originalAmount, originalCurrency, exchangeRate, currency } = expense
  // One that was not added is in its original currency.
  const original = originalCurrency === currency ? null : originalCurrency
  const details: Record<Shown, { name: string; value: string | null; isText?: boolean }> = {
    paidBy: { name: 'Paid by', value: payer ?? POOL_NAME },
    expenseDate: { name: 'Date', value: formatDate(expense.expenseDate) },
    category: { name: 'Category', value: categoryName(expense.category) },
    originalAmount: { name: 'Original amount', value: original && formatMoney(originalAmount!, original) },
    exchangeRate: {
      name: 'Exchange rate',
      value: original && `1 ${original} = ${exchangeRate} ${currency}`,
    },
    notes: { name: 'Notes', value: expense.notes, isText: true },
  }
  return Object.values(details).filter(({ value }) => value !== null)
}
