// What is on its way for an expense, and what was refused, on the expense itself.

import type { NamedRef } from '#core/money/contract.ts'
import { namedText } from '#web/money/expenses/namedText.ts'
import type { Mark, ShownExpense } from '#web/money/expenses/overlay.ts'
import { isUnderWay } from '#web/money/expenses/overlay.ts'
import { RefusedNote } from '#web/money/RefusedNote.tsx'
import { PendingMark } from '#web/ui/PendingMark.tsx'

const words: Record<Mark['kind'], Record<'sending' | 'waiting', string>> = {
  add: { sending: 'sending', waiting: 'waiting to sync' },
  edit: { sending: 'saving', waiting: 'change waiting to sync' },
  remove: { sending: 'deleting', waiting: 'deletion waiting to sync' },
}

const failures: Record<Mark['kind'], string> = {
  add: 'Failed to create expense',
  edit: 'Failed to update expense',
  remove: 'Failed to delete expense',
}

/** The newest of what is on its way says all: a deletion behind a change is a deletion. */
export function ExpenseMarks({ marks }: { marks: readonly Mark[] }) {
  const last = marks.findLast(isUnderWay)
  if (!last || last.state === 'refused') return null
  return <PendingMark text={words[last.kind][last.state]} />
}

export function RefusedMarks({ row: { expense, marks } }: { row: ShownExpense }) {
  const people = [...expense.sharedBy, ...(expense.paidBy ? [expense.paidBy] : [])]
  return <RefusedList marks={marks} name={expense.description} people={people} />
}

interface RefusedListProps {
  marks: readonly Mark[]
  /** What the changes are about. */
  name: string
  /** Who may be named in a text. */
  people?: readonly NamedRef[]
}

export function RefusedList({ marks, name, people = [] }: RefusedListProps) {
  const refused = marks.filter((mark) => !isUnderWay(mark))
  return refused.map((mark) => (
    <RefusedNote
      key={mark.key}
      title={failures[mark.kind]}
      text={mark.error === null ? null : namedText(mark.error, people)}
      name={name}
      onRetry={mark.retry}
      onDiscard={mark.discard}
    />
  ))
}
