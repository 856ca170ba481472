// The details of an expense that its form can change, except those the screens show larger: texts by name.

import type { PlainExpenseFields } from '#core/money/events.ts'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { POOL_NAME } from '#core/money/roster.ts'
import { categoryName } from '#web/money/categoryStyle.ts'
import { formatDate, formatMoney } from '#web/platform/time/format.ts'

type NameOf = (person: { id: string; name: string }) => string

type Larger = 'description' | 'receiptUrl'
type Shown = Exclude<keyof PlainExpenseFields, Larger> | 'payers' | 'kind' | 'originalAmount' | 'exchangeRate'

/** Above whoever paid; of a refund they received it. */
export const payersLabel = ({ kind }: Pick<ExpenseResponse, 'kind'>): string =>
  kind === 'refund' ? 'Received by' : 'Paid by'

/** @param nameOf a person, for this reader */
export function expenseDetails(expense: ExpenseResponse, nameOf: NameOf = ({ name }) => name) {
  const { originalAmount, originalCurrency, exchangeRate, currency } = expense
  // One that was not added is in its original currency.
  const original = originalCurrency === currency ? null : originalCurrency
  const details: Record<Shown, { name: string; value: string | null; isText?: boolean }> = {
    payers: {
      name: payersLabel(expense),
      value: paidText(expense, nameOf),
    },
    kind: { name: 'Kind', value: expense.kind === 'refund' ? 'Refund' : null },
    expenseDate: { name: 'Date', value: formatDate(expense.expenseDate) },
    category: { name: 'Category', value: categoryName(expense.category) },
    originalAmount: { name: 'Original amount', value: original && formatMoney(originalAmount!, original) },
    exchangeRate: {
      name: 'Exchange rate',
      value: original && `1 ${original} = ${exchangeRate} ${currency}`,
    },
    notes: { name: 'Notes', value: expense.notes, isText: true },
  }
  const fields = Object.keys(details) as Shown[]
  return fields.map((field) => ({ field, ...details[field] })).filter(({ value }) => value !== null)
}

/** 'bob', 'ann HK$550.00, bob HK$350.00', 'Shared Pool'. */
function paidText({ payers, currency }: ExpenseResponse, nameOf: NameOf): string {
  if (payers === 'pool') return POOL_NAME
  const isOne = payers.length === 1
  return payers
    .map((payer) => (isOne ? nameOf(payer) : `${nameOf(payer)} ${formatMoney(payer.amount, currency)}`))
    .join(', ')
}
