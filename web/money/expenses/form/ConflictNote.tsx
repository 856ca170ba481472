// Shows what somebody else changed on the expense that is being edited. After a refused edit it shows where the expense
// differs from what was entered: those fields may be the reader's own changes, so it does not say whose they are.

import type { AttachedFile } from '#core/kernel/files.ts'
import { signedAmount } from '#core/money/signedAmount.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import type { ExpenseRecord } from '#core/money/events.ts'
import { expenseDetails } from '#web/money/expenses/expenseDetails.ts'
import type { Conflict } from '#web/money/expenses/form/useExpenseForm.ts'
import type { FindName } from '#core/money/roster.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { DetailList } from '#web/ui/lists/DetailList.tsx'

export function ConflictNote({ base, current, wasEntered = false, named }: Conflict & { named: FindName }) {
  const before = new Map(detailsOf(base, named).map(({ name, value }) => [name, value]))
  const now = new Map(detailsOf(current, named).map((detail) => [detail.name, detail]))
  const changed = [...new Set([...now.keys(), ...before.keys()])]
    .filter((name) => now.get(name)?.value !== before.get(name))
    .map((name) => now.get(name) ?? { name, value: 'none' })
  const isSame = changed.length === 0
  const { same, other } = wasEntered ? titles.entered : titles.edited
  return (
    <Banner tone="warning" title={isSame ? same : other}>
      {!isSame && (
        <div className="my-3">
          <DetailList details={changed} />
        </div>
      )}
      <p>{`What you typed is still here.${!isSame ? ' The fields you left alone show the new values.' : ''}`}</p>
    </Banner>
  )
}

const titles = {
  edited: {
    same: 'Someone else changed this expense and changed it back.',
    other: 'Someone else changed this expense. It is now:',
  },
  entered: {
    same: 'Someone else changed this expense. It is now as you entered it.',
    other: 'Someone else changed this expense. Where you entered something else, it is now:',
  },
}

/** With the share where it is not an equal one. */
const sharerText = ({ split, currency }: ExpenseRecord, name: string, share: number): string =>
  split.mode === 'equal' ? name : `${name} ${formatMinor(share, currency)}`

/** '1536 × 2048, PDF' */
const filesText = (files: readonly AttachedFile[]): string =>
  files.map(({ width, height }) => (width === null ? 'PDF' : `${width} × ${height}`)).join(', ')

const detailsOf = (expense: ExpenseRecord, named: FindName) => [
  { name: 'Description', value: expense.description },
  { name: 'Amount', value: formatMinor(signedAmount(expense), expense.currency) },
  ...expenseDetails(expense, (person) => named(person).name),
  {
    name: 'Shared by',
    value: expense.sharedBy.map((sharer) => sharerText(expense, named(sharer).name, sharer.share)).join(', '),
  },
  ...(expense.receipts ? [{ name: 'Receipts', value: filesText(expense.receipts) }] : []),
  ...(expense.receiptUrl === null ? [] : [{ name: 'Receipt', value: expense.receiptUrl }]),
]
