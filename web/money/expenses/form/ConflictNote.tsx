// Shows what somebody else changed on the expense that is being edited. After a refused edit it shows where the expense
// differs from what was entered: those fields may be the reader's own changes, so it does not say whose they are.

import { signedAmount } from '#core/money/signedAmount.ts'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { expenseDetails } from '#web/money/expenses/expenseDetails.ts'
import type { Conflict } from '#web/money/expenses/form/useExpenseForm.ts'
import { formatMoney } from '#web/platform/time/format.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { DetailList } from '#web/ui/lists/DetailList.tsx'

export function ConflictNote({ base, current, wasEntered = false }: Conflict) {
  const before = new Map(detailsOf(base).map(({ name, value }) => [name, value]))
  const now = new Map(detailsOf(current).map((detail) => [detail.name, detail]))
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
const sharerText =
  ({ split, currency }: ExpenseResponse) =>
  ({ name, share }: ExpenseResponse['sharedBy'][number]) =>
    split.mode === 'equal' ? name : `${name} ${formatMoney(share, currency)}`

const detailsOf = (expense: ExpenseResponse) => [
  { name: 'Description', value: expense.description },
  { name: 'Amount', value: formatMoney(signedAmount(expense), expense.currency) },
  ...expenseDetails(expense),
  { name: 'Shared by', value: expense.sharedBy.map(sharerText(expense)).join(', ') },
  ...(expense.receiptUrl === null ? [] : [{ name: 'Receipt', value: expense.receiptUrl }]),
]
