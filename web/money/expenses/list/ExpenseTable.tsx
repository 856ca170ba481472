// Expenses as a table with sortable columns, or as cards on narrow screens; rendered incrementally.

import { memo, useMemo } from 'react'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { signedAmount } from '#core/money/signedAmount.ts'
import { FailedExpenseMarks } from '#web/money/expenses/ExpenseMarks.tsx'
import { ExpenseRow } from '#web/money/expenses/list/ExpenseRow.tsx'
import { type Group, type Order, type SortKey, firstRows } from '#web/money/expenses/list/findExpenses.ts'
import { type ShownExpense, countedTotal } from '#web/money/expenses/expenseList.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import type { FindName } from '#core/money/roster.ts'
import { PayerName } from '#web/money/expenses/PayerName.tsx'
import { useIncrementalRows } from '#web/ui/lists/useIncrementalRows.ts'
import { CategoryIcon } from '#web/money/CategoryIcon.tsx'
import { categoryName } from '#web/money/categoryStyle.ts'
import { formatDate } from '#web/platform/time/format.ts'
import { UnderWayMark } from '#web/records/ButtonRowMarks.tsx'
import { type Column, DataTable } from '#web/ui/lists/DataTable.tsx'
import { Money } from '#web/ui/Money.tsx'

interface ExpenseTableProps {
  /** In display order; one without a title when the list is not grouped. */
  groups: readonly Group<ShownExpense>[]
  /** What the headings of the groups say. */
  below: 'day' | 'category' | undefined
  /** How they were chosen and sorted: another object starts the list from its top, another expense does not. */
  criteria: object
  currency: CurrencyCode
  order: Order
  onOrder: (order: Order) => void
  named: FindName
  myId: string
  onOpen: (row: ShownExpense) => void
}

export const ExpenseTable = memo(function ExpenseTable(props: ExpenseTableProps) {
  const { groups, below, criteria, currency, order: current, onOrder, named, myId, onOpen } = props
  const length = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  const { count, end } = useIncrementalRows(length, criteria)
  // Of the whole group, even if only a part of it is rendered.
  const headings = useMemo(() => {
    const entries = groups.map(({ key, title, rows }) => {
      const note = formatMinor(countedTotal(rows).total, currency)
      return [key, { title, note }] as const
    })
    return new Map(entries)
  }, [groups, currency])
  return (
    <>
      <DataTable
        caption="All expenses"
        columns={columnsFor(named, myId, onOpen)}
        groups={firstRows(groups, count).map(({ key, title, rows }) => ({
          key,
          rows,
          ...(title !== '' && { heading: headings.get(key)! }),
        }))}
        rowKey={({ record }) => record.id}
        sort={current}
        onSort={({ by, order }) => {
          if (by !== 'payer') onOrder({ by, order })
        }}
        renderCard={(row) => <ExpenseRow {...{ row, named, myId, below, onOpen }} />}
      />
      {/* Tall and laid over the last rows, so that it is near long before the end is. */}
      {count < length && (
        <div ref={end} aria-hidden className="pointer-events-none -mt-[1200px] h-[1200px]" />
      )}
    </>
  )
})

type ColumnKey = SortKey | 'payer'

function columnsFor(
  named: FindName,
  myId: string,
  onOpen: (row: ShownExpense) => void,
): Column<ShownExpense, ColumnKey>[] {
  return [
    {
      key: 'description',
      header: 'Description',
      orders: letters,
      render: (row) => <Description row={row} named={named} onOpen={onOpen} />,
    },
    {
      key: 'category',
      header: 'Category',
      orders: letters,
      render: ({ record: expense }) => categoryName(expense.category),
    },
    {
      key: 'payer',
      header: 'Paid by',
      render: ({ record: expense }) => (
        // Breaks rather than pushes the amount out of sight.
        <span className="line-clamp-2 min-w-20 wrap-anywhere">
          <PayerName expense={expense} named={named} myId={myId} nameOnly />
        </span>
      ),
    },
    {
      key: 'date',
      header: 'Date',
      orders: { asc: 'Oldest first', desc: 'Newest first' },
      render: ({ record: expense }) => (
        <span className="whitespace-nowrap">{formatDate(expense.expenseDate)}</span>
      ),
    },
    {
      key: 'amount',
      header: 'Amount',
      orders: { asc: 'Smallest first', desc: 'Largest first' },
      align: 'end',
      render: ({ record: expense }) => (
        <Money
          text={formatMinor(signedAmount(expense), expense.currency)}
          className="font-semibold whitespace-nowrap"
        />
      ),
    },
  ]
}

const Description = memo(function Description({
  row,
  named,
  onOpen,
}: Pick<ExpenseTableProps, 'named' | 'onOpen'> & { row: ShownExpense }) {
  const { record: expense, commands } = row
  return (
    <>
      <button
        type="button"
        onClick={() => onOpen(row)}
        className="flex min-h-11 w-full items-center gap-3 rounded-control text-start font-medium hover:text-primary"
      >
        <CategoryIcon category={expense.category} />
        <span className="line-clamp-2 min-w-44 wrap-anywhere">
          <bdi>{expense.description}</bdi>
        </span>
      </button>
      <UnderWayMark commands={commands} />
      <FailedExpenseMarks row={row} named={named} onEdit={() => onOpen(row)} />
    </>
  )
})

const letters = { asc: 'A to Z', desc: 'Z to A' }
