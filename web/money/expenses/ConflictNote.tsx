// Shows what somebody else changed on the expense that is being edited.

import type { ExpenseResponse } from '#core/money/responses.ts'
import { POOL_NAME } from '#core/money/roster.ts'
import { categoryName } from '#web/money/categoryStyle.ts'
import type { Conflict } from '#web/money/expenses/useExpenseForm.ts'
import { formatDate, formatMoney } from '#web/platform/format.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { DetailList } from '#web/ui/DetailList.tsx'

export function ConflictNote({ base, current }: Conflict) {
  const baseValues = new Map(detailsOf(base).map(({ name, value }) => [name, value]))
  const changed = detailsOf(current).filter(({ name, value }) => baseValues.get(name) !== value)
  return (
    <Banner tone="warning" title="Somebody else changed this expense. It is now:">
      <div className="my-3">
        <DetailList details={changed} />
      </div>
      <p>What you typed is still here. The fields you left alone show the new values.</p>
    </Banner>
  )
}

const detailsOf = (expense: ExpenseResponse) => [
  { name: 'Description', value: expense.description },
  { name: 'Amount', value: formatMoney(expense.amount, expense.currency) },
  { name: 'Category', value: categoryName(expense.category) },
  { name: 'Date', value: formatDate(expense.expenseDate) },
  { name: 'Paid by', value: expense.paidBy?.name ?? POOL_NAME },
  { name: 'Shared by', value: expense.sharedBy.map(({ name }) => name).join(', ') },
  { name: 'Receipt', value: expense.receiptUrl ?? 'none' },
]
