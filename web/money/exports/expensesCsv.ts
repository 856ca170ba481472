// The expenses of a trip for a spreadsheet: a line for each, with what everybody paid and what their share is. There is no
// line of totals, because it breaks those who add up the columns.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { paidByPerson, signOf } from '#core/money/signedAmount.ts'
import type { ExpenseRecord } from '#core/money/events.ts'
import { POOL_NAME } from '#core/money/roster.ts'
import { csvNumber, csvOf } from '#web/money/csv.ts'
import { minorText } from '#web/money/decimalText.ts'
import { shownModes } from '#web/money/shownModes.ts'
import type { ExportedMoney } from '#web/money/exports/moneyRecords.ts'
import { categoryName } from '#web/money/categoryStyle.ts'

/** A refund has negative amounts. */
export function expensesCsv({ currency, people, expenses }: ExportedMoney): string {
  const columns = [
    ...[
      'Date',
      'Description',
      'Category',
      'Currency',
      'Amount',
      'Rate',
      `Amount in ${currency}`,
      'Kind',
      'Split',
    ],
    ...people.flatMap(({ name }) => [`${name} paid`, `${name} share`]),
    ...[`${POOL_NAME} paid`, 'Notes'],
  ]
  const line = (expense: ExpenseRecord) => {
    const { original, payers, sharedBy } = expense
    const sign = signOf(expense)
    const money = (minor: number, code: CurrencyCode = currency) => csvNumber(minorText(sign * minor, code))
    return [
      expense.expenseDate,
      expense.description,
      categoryName(expense.category),
      original?.currency ?? currency,
      money(original?.amount ?? expense.amount, original?.currency),
      original ? String(original.exchangeRate) : '',
      money(expense.amount),
      expense.kind === 'refund' ? 'Refund' : 'Expense',
      shownModes[expense.split.mode].name,
      ...people.flatMap(({ id }) => [
        money(paidByPerson(expense, id)),
        money(sharedBy.find((sharer) => sharer.id === id)?.share ?? 0),
      ]),
      money(payers === 'pool' ? expense.amount : 0),
      expense.notes ?? '',
    ]
  }
  return csvOf([columns, ...expenses.map(line)])
}
