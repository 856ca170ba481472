// All categories of the spending as one bar; each leads to its expenses.

import { memo } from 'react'
import { percentText } from '#core/money/balances/categoryTotals.ts'
import { type CurrencyCode, sumOfAmounts } from '#core/kernel/money.ts'
import { categoryParts } from '#web/money/expenses/overview/categoryParts.ts'
import type { ShownExpense } from '#web/money/expenses/expenseList.ts'
import { PartsBar, Swatch } from '#web/money/StackedBar.tsx'
import { formatCount } from '#web/platform/time/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatMinor } from '#core/kernel/formatMinor.ts'

interface CategoryPictureProps {
  rows: readonly ShownExpense[]
  currency: CurrencyCode
  /** Opens the list of the expenses of this category. */
  onOpen: (shown: { category: string }) => void
}

/** Hidden when all was spent in one category. */
export const CategoryPicture = memo(function CategoryPicture({
  rows,
  currency,
  onOpen,
}: CategoryPictureProps) {
  const parts = categoryParts(rows)
  if (parts.length < 2) return null
  const total = sumOfAmounts(parts)
  return (
    <Card as="figure">
      <figcaption className="mb-2">
        <h3 className="text-body font-semibold">Top Categories</h3>
      </figcaption>
      <PartsBar parts={parts} />
      <ul
        aria-label="All categories"
        className="-mx-2 -mb-3 grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))]"
      >
        {parts.map(({ category, label, color, amount, count }) => {
          const money = formatMinor(amount, currency)
          return (
            <li key={category}>
              <button
                type="button"
                title={money}
                onClick={() => onOpen({ category })}
                className="flex min-h-11 w-full items-center gap-1.5 rounded-control px-2 text-start text-meta transition-colors duration-press hover:bg-surface-2"
              >
                <Swatch color={color} />
                <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
                <span className="font-semibold whitespace-nowrap tabular-nums">
                  {percentText(amount, total)}
                </span>
                <span className="sr-only">{`, ${money}, ${formatCount(count, 'expense')}`}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </Card>
  )
})
