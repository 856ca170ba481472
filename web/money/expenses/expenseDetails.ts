// The details of an expense that its form can change, except those the screens show larger: texts by name.

import type { ExpenseResponse } from '#core/money/responses.ts'
import { POOL_NAME } from '#core/money/roster.ts'
import { categoryName } from '#web/money/categoryStyle.ts'
import { formatDate, formatMoney } from '#web/platform/format.ts'

/** @param payer name; undefined when the pool paid */
export function expenseDetails(expense: ExpenseResponse, payer: string | undefined) {
  const { originalAmount, originalCurrency, exchangeRate, currency } = expense
  return [
    { name: 'Paid by', value: payer ?? POOL_NAME },
    { name: 'Date', value: formatDate(expense.expenseDate) },
    { name: 'Category', value: categoryName(expense.category) },
    // One that was not added is in its original currency.
    ...(originalAmount !== null && originalCurrency !== null && originalCurrency !== currency
      ? [
          { name: 'Original amount', value: formatMoney(originalAmount, originalCurrency) },
          { name: 'Exchange rate', value: `1 ${originalCurrency} = ${exchangeRate} ${currency}` },
        ]
      : []),
  ]
}
