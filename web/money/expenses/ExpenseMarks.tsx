// What is on its way for an expense, and what was refused, on the expense itself.

import { expenseFailures, tryAgain } from '#web/money/expenses/expenseCommands.ts'
import { namedText } from '#web/money/expenses/namedText.ts'
import type { PendingMarkOf, ShownExpense } from '#web/money/expenses/pendingExpenses.ts'
import { isBeingSent } from '#web/money/expenses/pendingExpenses.ts'
import { RefusedNote } from '#web/money/RefusedNote.tsx'
import { PendingMark } from '#web/ui/PendingMark.tsx'

const words: Record<PendingMarkOf['kind'], Record<'sending' | 'waiting', string>> = {
  add: { sending: 'sending', waiting: 'waiting to sync' },
  edit: { sending: 'saving', waiting: 'change waiting to sync' },
  remove: { sending: 'deleting', waiting: 'deletion waiting to sync' },
}

/** The newest of what is on its way says all: a deletion behind a change is a deletion. */
export function ExpenseMarks({ marks }: { marks: readonly PendingMarkOf[] }) {
  const last = marks.findLast(isBeingSent)
  if (!last || last.state === 'refused') return null
  return <PendingMark text={words[last.kind][last.state]} memoryOnly={last.memoryOnly} />
}

/** What was refused of an expense that is here. */
export function RefusedMarks({ row }: { row: ShownExpense }) {
  const { description, sharedBy, paidBy } = row.expense
  const people = [...sharedBy, ...(paidBy ? [paidBy] : [])]
  return row.marks
    .filter((mark) => !isBeingSent(mark))
    .map((mark) => (
      <RefusedNote
        key={mark.key}
        title={expenseFailures[mark.kind]}
        text={mark.error === null ? null : namedText(mark.error, people)}
        name={description}
        onRetry={() => tryAgain(row, mark)}
        onDiscard={mark.discard}
      />
    ))
}

/** What was refused of one that is gone: there is nothing left to try it on. */
export function LostMarks({ marks }: { marks: readonly PendingMarkOf[] }) {
  return marks.map((mark) => (
    <RefusedNote
      key={mark.key}
      title={expenseFailures[mark.kind]}
      text="Somebody else deleted it."
      name="the change of an expense that is gone"
      onDiscard={mark.discard}
    />
  ))
}
