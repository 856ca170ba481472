// The budget of a trip, how much of it is spent, and during the trip how much is left for each day. Without loaded
// expenses, only the budget.

import { formatMinor } from '#core/kernel/formatMinor.ts'
import { toMinorOrZero } from '#core/kernel/money.ts'
import { budgetPace } from '#web/trips/budgetPace.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { summaryResponse } from '#projections/replica/moneyResponses.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { formatCount, formatMoney } from '#web/platform/format.ts'
import { useToday } from '#web/platform/useNow.ts'
import { Card } from '#web/ui/Card.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'

interface BudgetCardProps {
  trip: TripResponse
  /** Major units. */
  budget: number
}

export function BudgetCard({ trip, budget }: BudgetCardProps) {
  const { currency, startDate, endDate } = trip
  const spent = useTripResponse(trip.id, summaryResponse).data?.totalAmount
  const today = useToday()
  const minor = (amount: number) => toMinorOrZero(amount, currency)
  const pace = budgetPace({ budget: minor(budget), spent: minor(spent ?? 0), startDate, endDate, today })
  const isOver = spent !== undefined && spent > budget
  const isShort = pace?.isShort === true && !isOver
  return (
    <Card>
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
        <h3 className="text-secondary font-medium text-muted">Budget</h3>
        {isShort && <StatusChip tone="warning">{`${pace.percentSpent} % spent`}</StatusChip>}
      </div>
      <p className="mt-0.5 text-title font-semibold">
        <Money text={formatMoney(budget, currency)} />
      </p>
      <div aria-hidden className="track mt-3 h-2 overflow-hidden rounded-full bg-surface-2">
        <div
          className={`h-full rounded-full ${isOver ? 'bg-danger' : isShort ? 'bg-warning' : 'bg-primary'}`}
          style={{ width: `${Math.min((spent ?? 0) / budget, 1) * 100}%` }}
        />
      </div>
      <p className={`mt-2 min-h-5 text-secondary ${isOver ? 'text-danger' : 'text-muted'}`}>
        {spent === undefined
          ? ' '
          : isOver
            ? `${formatMoney(spent, currency)} spent, ${formatMoney(spent - budget, currency)} over budget`
            : `${formatMoney(spent, currency)} spent, ${formatMoney(budget - spent, currency)} left`}
      </p>
      {pace && !isOver && (
        <p className="mt-1 flex min-h-6 flex-wrap items-baseline justify-between gap-x-3">
          {spent !== undefined && (
            <>
              <span className={`font-semibold ${isShort ? 'text-warning' : ''}`}>
                <Money text={formatMinor(pace.perDay, currency)} /> a day left
              </span>
              <span className="text-secondary text-muted">
                {pace.daysLeft === 1 ? 'the last day' : `for ${formatCount(pace.daysLeft, 'day')}`}
              </span>
            </>
          )}
        </p>
      )}
    </Card>
  )
}
