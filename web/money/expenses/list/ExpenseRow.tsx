// An expense in a list: description, payer, date, amount, and what it means for the signed-in person.

import { memo } from 'react'
import { signedAmount } from '#core/money/signedAmount.ts'
import type { ShownExpense } from '#web/money/expenses/expenseList.ts'
import { FailedExpenseMarks } from '#web/money/expenses/ExpenseMarks.tsx'
import { RelationText } from '#web/money/expenses/RelationText.tsx'
import { dayHeading } from '#web/platform/time/dayTitle.ts'
import { PayerName, payerOf } from '#web/money/expenses/PayerName.tsx'
import { CategoryIcon } from '#web/money/CategoryIcon.tsx'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import type { FindName } from '#core/money/roster.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import { UnderWayMark } from '#web/records/ButtonRowMarks.tsx'
import { hasFailed } from '#web/records/commandStates.ts'
import { isBeingRemoved, isNotAdded } from '#web/records/shownRecords.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ListRow } from '#web/ui/lists/List.tsx'
import { Money } from '#web/ui/Money.tsx'

export interface ExpenseRowProps {
  row: ShownExpense
  named: FindName
  myId: string
  /** Said by the heading above, so not by the row: below a category the payer's face leads instead of its icon. */
  below?: 'day' | 'category' | undefined
  /** Its details are open, in a wide window beside the list. */
  isOpen?: boolean
  /** The same function for all rows and renders, so that only changed rows render. */
  onOpen: (row: ShownExpense) => void
}

export const ExpenseRow = memo(function ExpenseRow(props: ExpenseRowProps) {
  const { row, named, myId, below, isOpen = false, onOpen } = props
  const today = useToday()
  const expense = row.record
  const payer = below === 'category' && payerOf(expense, myId)
  const line = (as: 'li' | 'div') => (
    <ListRow
      as={as}
      leading={
        payer ? (
          <Avatar id={payer.id} name={named(payer).name} />
        ) : (
          <CategoryIcon category={expense.category} />
        )
      }
      title={isBeingRemoved(row) ? <del>{expense.description}</del> : expense.description}
      detail={
        <>
          {below !== 'day' && (
            <span className="whitespace-nowrap">{`${dayHeading(expense.expenseDate, today).title}${!payer ? ' · ' : ''}`}</span>
          )}
          <span className={payer ? 'sr-only' : ''}>
            {payer && <span>{', '}</span>}
            <PayerName expense={expense} named={named} myId={myId} />
          </span>
          {!payer && expense.original && (
            <span className="whitespace-nowrap">{` · ${formatMinor(expense.original.amount, expense.original.currency)}`}</span>
          )}
        </>
      }
      note={<UnderWayMark commands={row.commands} />}
      trailing={
        <Money text={formatMinor(signedAmount(expense), expense.currency)} className="font-semibold" />
      }
      trailingDetail={!isNotAdded(row) && <RelationText expense={expense} myId={myId} />}
      onPress={() => onOpen(row)}
      current={isOpen}
    />
  )
  if (!hasFailed(row.commands)) return line('li')
  return (
    <li>
      {line('div')}
      <FailedExpenseMarks row={row} named={named} onEdit={() => onOpen(row)} />
    </li>
  )
})
