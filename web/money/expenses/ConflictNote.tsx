// Shows what somebody else changed on the expense that is being edited.

import { signedAmount } from '#core/money/signedAmount.ts'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { expenseDetails } from '#web/money/expenses/expenseDetails.ts'
import type { Conflict } from '#web/money/expenses/useExpenseForm.ts'
import { formatMoney } from '#web/platform/format.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { DetailList } from '#web/ui/DetailList.tsx'

export function ConflictNote({ base, current }: Conflict) {
  const before = new Map(detailsOf(base).map(({ name, value }) => [name, value]))
  const now = new Map(detailsOf(current).map((detail) => [detail.name, detail]))
  const changed = [...new Set([...now.keys(), ...before.keys()])]
    .filter((name) => now.get(name)?.value !== before.get(name))
    .map((name) => now.get(name) ?? { name, value: 'none' })
  const isChangedBack = changed.length === 0
  const title = isChangedBack
    ? 'Someone else changed this expense and changed it back.'
    : 'Someone else changed this expense. It is now:'
  return (
    <Banner tone="warning" title={title}>
      {!isChangedBack && (
        <div className="my-3">
          <DetailList details={changed} />
        </div>
      )}
      <p>
        What you typed is still here.
        {!isChangedBack && ' The fields you left alone show the new values.'}
      </p>
    </Banner>
  )
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
