// The money of a trip as Splitwise writes a group: Splitwise's readers and Tricount take it. A cell is what a person paid
// minus their share, so each row adds up to 0. The pool is one more person. The file has no byte order mark, ends lines
// with LF, and has an empty line after its header, before its totals and at its end, because Tricount insists on them.

import { compareText } from '#core/kernel/compareText.ts'
import { payingPeople, signOf } from '#core/money/signedAmount.ts'
import { POOL } from '#core/money/balances/ledger.ts'
import type { ExpenseRecord } from '#core/money/events.ts'
import { POOL_NAME } from '#core/money/roster.ts'
import { csvCell } from '#web/money/csv.ts'
import { minorText } from '#web/money/decimalText.ts'
import { type ExportedMoney, transfersIn } from '#web/money/exports/moneyRecords.ts'
import { categoryName } from '#web/money/categoryStyle.ts'

interface Row {
  date: string
  description: string
  category: string
  /** Minor units, here and in the cells; below 0 for a refund. */
  cost: number
  /** Column (a person's id, or `POOL`) → amount. */
  cells: Map<string, number>
}

/** @param today YYYY-MM-DD, the date of the totals */
export function splitwiseCsv(records: ExportedMoney, today: string): string {
  const { currency, people } = records
  const rows = rowsOf(records)
  const usesPool = rows.some(({ cells }) => cells.has(POOL))
  const columns = [...people, ...(usesPool ? [{ id: POOL, name: POOL_NAME }] : [])]
  const line = ({ date, description, category, cost, cells }: Row) =>
    [
      date,
      csvCell(description),
      csvCell(category),
      minorText(cost, currency),
      currency,
      ...columns.map(({ id }) => minorText(cells.get(id) ?? 0, currency)),
    ].join(',')
  const totals = columns.map(({ id }) => rows.reduce((sum, { cells }) => sum + (cells.get(id) ?? 0), 0))
  return [
    ['Date', 'Description', 'Category', 'Cost', 'Currency', ...columns.map(({ name }) => csvCell(name))].join(
      ',',
    ),
    '',
    ...rows.map(line),
    '',
    [today, 'Total balance', ' ', ' ', currency, ...totals.map((total) => minorText(total, currency))].join(
      ',',
    ),
    '',
    '',
  ].join('\n')
}

function rowsOf(records: ExportedMoney): Row[] {
  const rows = [
    ...records.expenses.map(expenseRow),
    ...transfersIn(records).map(({ date, description, from, to, amount }) => ({
      date,
      description,
      category: 'Payment',
      cost: amount,
      cells: new Map([
        [from, amount],
        [to, -amount],
      ]),
    })),
  ]
  return rows.sort((a, b) => compareText(a.date, b.date))
}

function expenseRow(expense: ExpenseRecord): Row {
  const sign = signOf(expense)
  const cells = new Map<string, number>()
  const add = (column: string, amount: number) => cells.set(column, (cells.get(column) ?? 0) + sign * amount)
  if (expense.payers === 'pool') add(POOL, expense.amount)
  for (const { id, amount } of payingPeople(expense)) add(id, amount)
  for (const { id, share } of expense.sharedBy) add(id, -share)
  return {
    date: expense.expenseDate,
    description: expense.description,
    category: categoryName(expense.category),
    cost: sign * expense.amount,
    cells,
  }
}
