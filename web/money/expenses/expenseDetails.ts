// The details of an expense that its form can change, except those the screens show larger: texts by name.

import { formatMinor } from '#core/kernel/formatMinor.ts'
import type { ExpenseRecord, PersonRef, PlainExpenseFields } from '#core/money/events.ts'
import { POOL_NAME } from '#core/money/roster.ts'
import { categoryName } from '#web/money/categoryStyle.ts'
import { formatDate } from '#web/platform/time/format.ts'

type NameOf = (person: PersonRef) => string

type Larger = 'description' | 'receiptUrl'
type Shown = Exclude<keyof PlainExpenseFields, Larger> | 'payers' | 'kind' | 'originalAmount' | 'exchangeRate'

/** Above whoever paid; of a refund they received it. */
export const payersLabel = ({ kind }: Pick<ExpenseRecord, 'kind'>): string =>
  kind === 'refund' ? 'Received by' : 'Paid by'

/** @param nameOf a person, for this reader */
export function expenseDetails(expense: ExpenseRecord, nameOf: NameOf) {
  const { currency } = expense
  // One that was not added is in its original currency.
  const original = expense.original?.currency === currency ? null : expense.original
  const details: Record<Shown, { name: string; value: string | null; isText?: boolean }> = {
    payers: {
      name: payersLabel(expense),
      value: paidText(expense, nameOf),
    },
    kind: { name: 'Kind', value: expense.kind === 'refund' ? 'Refund' : null },
    expenseDate: { name: 'Date', value: formatDate(expense.expenseDate) },
    category: { name: 'Category', value: categoryName(expense.category) },
    originalAmount: {
      name: 'Original amount',
      value: original && formatMinor(original.amount, original.currency),
    },
    exchangeRate: {
      name: 'Exchange rate',
      value: original && `1 ${original.currency} = ${original.exchangeRate} ${currency}`,
    },
    notes: { name: 'Notes', value: expense.notes, isText: true },
  }
  const fields = Object.keys(details) as Shown[]
  return fields.map((field) => ({ field, ...details[field] })).filter(({ value }) => value !== null)
}

/** 'bob', 'ann HK$550.00, bob HK$350.00', 'Shared Pool'. */
function paidText({ payers, currency }: ExpenseRecord, nameOf: NameOf): string {
  if (payers === 'pool') return POOL_NAME
  const isOne = payers.length === 1
  return payers
    .map((payer) => (isOne ? nameOf(payer) : `${nameOf(payer)} ${formatMinor(payer.amount, currency)}`))
    .join(', ')
}
