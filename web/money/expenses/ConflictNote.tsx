// Shows what somebody else changed on the expense that is being edited.

import type { ExpenseResponse } from '#core/money/responses.ts'
import { expenseDetails } from '#web/money/expenses/expenseDetails.ts'
import type { Conflict } from '#web/money/expenses/useExpenseForm.ts'
import { formatMoney } from '#web/platform/format.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { DetailList } from '#web/ui/DetailList.tsx'

export function ConflictNote({ base, current }: Conflict) {
  const [baseValues, values] = [valuesOf(base), valuesOf(current)]
  const changed = [...new Set([...values.keys(), ...baseValues.keys()])]
    .filter((name) => values.get(name) !== baseValues.get(name))
    .map((name) => ({ name, value: values.get(name) ?? 'none' }))
  const isChangedBack = changed.length === 0
  const title = isChangedBack
    ? 'Somebody else changed this expense and changed it back.'
    : 'Somebody else changed this expense. It is now:'
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

const valuesOf = (expense: ExpenseResponse) =>
  new Map<string, string | null>([
    ['Description', expense.description],
    ['Amount', formatMoney(expense.amount, expense.currency)],
    ...expenseDetails(expense, expense.paidBy?.name).map(({ name, value }) => [name, value] as const),
    ['Shared by', expense.sharedBy.map(({ name }) => name).join(', ')],
    ['Receipt', expense.receiptUrl],
  ])
