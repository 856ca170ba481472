// The totals of a trip: by payer and by category.

import type { ReactNode } from 'react'
import type { ExpenseSummary } from '#core/money/responses.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { CategoryIcon } from '#web/money/CategoryIcon.tsx'
import { categoryStyle } from '#web/money/categoryStyle.ts'
import { formatMoney } from '#web/platform/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { Money } from '#web/ui/Money.tsx'
import { ShareBar } from '#web/ui/ShareBar.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Stat } from '#web/ui/Stat.tsx'

interface ExpenseFiguresProps {
  summary: ExpenseSummary
  currency: CurrencyCode
}

/** Side by side where both fit. */
const totals = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3 md:gap-4'

export function ExpenseFigures({ summary, currency }: ExpenseFiguresProps) {
  const { totalAmount, expenseCount, averageAmount, fromPool, youPaid, topCategories } = summary
  const part = (amount: number) => (totalAmount > 0 ? amount / totalAmount : 0)
  const money = (amount: number) => <Money text={formatMoney(amount, currency)} />
  return (
    <div className="grid gap-3 md:gap-4">
      <div className={totals}>
        <Stat
          label="Total"
          value={money(totalAmount)}
          detail={expenseCount === 1 ? '1 expense' : `${expenseCount} expenses`}
        />
        <Stat label="Average" value={money(averageAmount)} detail="per expense" />
      </div>
      <div className="grid items-start gap-3 md:grid-cols-2 md:gap-4">
        <Part title="Payment Breakdown">
          <ShareBar label="From pool" value={money(fromPool)} share={part(fromPool)} color="var(--info)" />
          <ShareBar label="You paid" value={money(youPaid)} share={part(youPaid)} />
        </Part>
        {topCategories.length > 0 && (
          <Part title="Top Categories">
            {topCategories.map(({ category, amount, count }) => (
              <ShareBar
                key={category}
                leading={<CategoryIcon category={category} />}
                label={
                  <>
                    {categoryStyle(category).name}{' '}
                    <span className="text-secondary font-normal text-muted">× {count}</span>
                  </>
                }
                value={money(amount)}
                share={part(amount)}
                color={categoryStyle(category).color}
              />
            ))}
          </Part>
        )}
      </div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h3 className="mb-3 text-body font-semibold">{title}</h3>
      <div className="grid gap-4">{children}</div>
    </Card>
  )
}

export function FiguresSkeleton() {
  return (
    <Loading label="Loading expenses">
      <div className={totals}>
        {['Total', 'Average'].map((label) => (
          <Card key={label}>
            <Skeleton className="h-5 w-16" />
            <Skeleton className="mt-1 h-6 w-24" />
            <Skeleton className="mt-0.5 h-5 w-20" />
          </Card>
        ))}
      </div>
      <div className="mt-3 grid items-start gap-3 md:mt-4 md:grid-cols-2 md:gap-4">
        <Card>
          <Skeleton className="h-32" />
        </Card>
        <Card>
          <Skeleton className="h-47" />
        </Card>
      </div>
    </Loading>
  )
}
