// The way to all expenses, and to those of the categories that most was spent on.

import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { percentText, topCategories } from '#core/money/balances/categoryTotals.ts'
import { ledgerIn } from '#projections/replica/moneyFigures.ts'
import { categoryStyle } from '#web/money/categoryStyle.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { formatCount } from '#web/platform/time/format.ts'
import { classes } from '#web/ui/classes.ts'
import { Key } from '#web/ui/buttons/Key.tsx'
import { Swatch } from '#web/money/StackedBar.tsx'

interface CategoryChipsProps {
  tripId: string
  /** Opens the list of all expenses. */
  onOpen: (shown: { category?: string }) => void
  onIntent: () => void
  /** Beside them, in a wide window. */
  action: ReactNode
}

const chip =
  'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full border border-line bg-surface px-3.5 text-secondary ' +
  'font-medium whitespace-nowrap transition-colors duration-press hover:bg-surface-2 focus-visible:-outline-offset-2'

export function CategoryChips({ tripId, onOpen, onIntent, action }: CategoryChipsProps) {
  const ledger = useTripResponse(tripId, ledgerIn).data
  return (
    <div className="flex gap-2">
      <div
        onPointerEnter={onIntent}
        className={classes(
          'no-scrollbar relative flex min-w-0 flex-1 items-center gap-2 overflow-x-auto overscroll-x-contain',
          action
            ? 'mask-r-from-[calc(100%-24px)] scroll-pe-6 rtl:mask-l-from-[calc(100%-24px)] rtl:mask-r-from-100% columns:mask-none beside-sheet:mask-none'
            : '-mx-(--gutter) gutter',
        )}
      >
        <button
          type="button"
          className={classes(chip, action ? 'columns:flex-1 beside-sheet:flex-1' : '')}
          onClick={() => onOpen({})}
        >
          <Search aria-hidden className="size-4" />
          View All Expenses
          {action && (
            <span aria-hidden className="ms-auto hidden desktop:block">
              <Key>/</Key>
            </span>
          )}
        </button>
        {/* With a second column, its chart has all categories; a sheet in its place leaves the list where it was. */}
        <ul
          aria-label="Top Categories"
          className={classes('flex gap-2 columns:hidden beside-sheet:hidden', action ? 'pe-6' : '')}
        >
          {ledger &&
            topCategories(ledger).map(({ category, amount, count }) => {
              const { name, color } = categoryStyle(category)
              return (
                <li key={category}>
                  <button type="button" className={chip} onClick={() => onOpen({ category })}>
                    <Swatch color={color} />
                    <span>{name}</span>
                    <span className="font-semibold tabular-nums">
                      {percentText(amount, ledger.totalExpenses)}
                    </span>
                    <span className="sr-only">{`, ${formatCount(count, 'expense')}`}</span>
                  </button>
                </li>
              )
            })}
        </ul>
      </div>
      {action}
    </div>
  )
}
