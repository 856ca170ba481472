// The pending and refused commands of an expense.

import { payingPeople } from '#core/money/signedAmount.ts'
import { expenseTexts, retryExpenseCommand } from '#web/money/expenses/expenseCommands.ts'
import {
  type PendingExpenseChange,
  type ShownExpense,
  isBeingSent,
} from '#web/money/expenses/pendingExpenses.ts'
import { RefusedNote } from '#web/ui/feedback/RefusedNote.tsx'
import { PendingMark } from '#web/ui/feedback/PendingMark.tsx'
import { textWithNames } from '#web/money/tripPeople.ts'

const pendingTexts: Record<PendingExpenseChange['kind'], Record<'sending' | 'waiting', string>> = {
  add: { sending: 'Sending…', waiting: 'waiting to sync' },
  edit: { sending: 'Saving…', waiting: 'change waiting to sync' },
  remove: { sending: 'Deleting…', waiting: 'deletion waiting to sync' },
  restore: { sending: 'Restoring…', waiting: 'waiting to sync' },
}

/** Shows only the newest pending command: a deletion after a change is a deletion. */
export function PendingExpenseNote({ pending }: { pending: readonly PendingExpenseChange[] }) {
  const last = pending.findLast(isBeingSent)
  if (!last || last.state === 'refused') return null
  return <PendingMark text={pendingTexts[last.kind][last.state]} isMemoryOnly={last.isMemoryOnly} />
}

interface RefusedExpenseNotesProps {
  row: ShownExpense
  /** Opens the form with the refused change. */
  onEdit: () => void
}

/** The refused commands of an expense, with Discard, and Retry or, for a change, Edit. */
export function RefusedExpenseNotes({ row, onEdit }: RefusedExpenseNotesProps) {
  const { description, sharedBy } = row.expense
  const people = [...sharedBy, ...payingPeople(row.expense)]
  return row.pending
    .filter((change) => !isBeingSent(change))
    .map((change) => (
      <RefusedNote
        key={change.key}
        title={expenseTexts[change.kind].failed}
        text={change.error === null ? null : textWithNames(change.error, people)}
        name={description}
        {...(change.kind === 'edit' ? { onEdit } : { onRetry: () => retryExpenseCommand(row, change) })}
        onDiscard={change.discard}
      />
    ))
}
