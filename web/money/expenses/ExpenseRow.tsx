// An expense in a list: description, payer, date, amount, and what it means for the signed-in person.

import { memo } from 'react'
import { countedAmount } from '#core/money/counted.ts'
import {
  type ShownExpense,
  isBeingDeleted,
  isBeingSent,
  isNotAdded,
} from '#web/money/expenses/pendingExpenses.ts'
import { PendingExpenseNote, RefusedExpenseNotes } from '#web/money/expenses/PendingExpenseNotes.tsx'
import { RelationText } from '#web/money/expenses/RelationText.tsx'
import { PayerName } from '#web/money/expenses/PayerName.tsx'
import { CategoryIcon } from '#web/money/CategoryIcon.tsx'
import { formatDate, formatMoney } from '#web/platform/format.ts'
import { ListRow } from '#web/ui/ListRow.tsx'
import { Money } from '#web/ui/Money.tsx'

export interface ExpenseRowProps {
  row: ShownExpense
  myId: string
  /** false below a heading with the day. */
  hasDate?: boolean
  /** Its details are open, in a wide window beside the list. */
  isOpen?: boolean
  /** The same function for all rows and renders, so that only changed rows render. */
  onOpen: (row: ShownExpense) => void
}

export const ExpenseRow = memo(function ExpenseRow(props: ExpenseRowProps) {
  const { row, myId, hasDate = true, isOpen = false, onOpen } = props
  const { expense, pending } = row
  const isRefused = pending.some((mark) => !isBeingSent(mark))
  const line = (as: 'li' | 'div') => (
    <ListRow
      as={as}
      leading={<CategoryIcon category={expense.category} />}
      title={isBeingDeleted(row) ? <del>{expense.description}</del> : expense.description}
      detail={
        <>
          {hasDate && <span className="whitespace-nowrap">{formatDate(expense.expenseDate)} · </span>}
          <PayerName expense={expense} myId={myId} />
          {expense.originalCurrency !== null && expense.originalAmount !== null && (
            <span className="whitespace-nowrap">
              {' '}
              · {formatMoney(expense.originalAmount, expense.originalCurrency)}
            </span>
          )}
        </>
      }
      note={<PendingExpenseNote pending={pending} />}
      trailing={
        <Money text={formatMoney(countedAmount(expense), expense.currency)} className="font-semibold" />
      }
      trailingDetail={!isNotAdded(row) && <RelationText expense={expense} myId={myId} />}
      onPress={() => onOpen(row)}
      current={isOpen}
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
