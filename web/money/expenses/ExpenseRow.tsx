// An expense in a list: description, payer, date, amount, and my share.

import { memo } from 'react'
import {
  type ShownExpense,
  isBeingDeleted,
  isBeingSent,
  isNotAdded,
} from '#web/money/expenses/pendingExpenses.ts'
import { PendingExpenseNote, RefusedExpenseNotes } from '#web/money/expenses/PendingExpenseNotes.tsx'
import { PayerName } from '#web/money/expenses/PayerName.tsx'
import { CategoryIcon } from '#web/money/CategoryIcon.tsx'
import { formatDate, formatMoney } from '#web/platform/format.ts'
import { ListRow } from '#web/ui/ListRow.tsx'
import { Money } from '#web/ui/Money.tsx'

export interface ExpenseRowProps {
  row: ShownExpense
  myId: string
  /** The same function for all rows and renders, so that only changed rows render. */
  onOpen: (row: ShownExpense) => void
}

export const ExpenseRow = memo(function ExpenseRow({ row, myId, onOpen }: ExpenseRowProps) {
  const { expense, pending } = row
  const ownShare = expense.sharedBy.find(({ id }) => id === myId)
  const isRefused = pending.some((mark) => !isBeingSent(mark))
  const line = (as: 'li' | 'div') => (
    <ListRow
      as={as}
      leading={<CategoryIcon category={expense.category} />}
      title={isBeingDeleted(row) ? <del>{expense.description}</del> : expense.description}
      detail={
        <>
          <span className="whitespace-nowrap">{formatDate(expense.expenseDate)}</span> ·{' '}
          <PayerName expense={expense} myId={myId} />
        </>
      }
      note={<PendingExpenseNote pending={pending} />}
      trailing={
        <>
          <Money text={formatMoney(expense.amount, expense.currency)} className="font-semibold" />
          {!isNotAdded(row) && (
            <span className="block text-meta text-muted">
              <span className="sr-only">Your </span>
              share {formatMoney(ownShare?.share ?? 0, expense.currency)}
            </span>
          )}
        </>
      }
      onPress={() => onOpen(row)}
    />
  )
  if (!isRefused) return line('li')
  return (
    <li>
      {line('div')}
      <RefusedExpenseNotes row={row} onEdit={() => onOpen(row)} />
    </li>
  )
})
