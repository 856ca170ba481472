// The budget of a trip and how much of it is spent; only the budget while the expenses are not loaded.

import { summaryResponse } from '#projections/replica/moneyResponses.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { formatMoney } from '#web/platform/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { Money } from '#web/ui/Money.tsx'

interface BudgetCardProps {
  tripId: string
  /** Major units. */
  budget: number
  currency: string
}

export function BudgetCard({ tripId, budget, currency }: BudgetCardProps) {
  const spent = useTripResponse(tripId, summaryResponse).data?.totalAmount
  const isOver = spent !== undefined && spent > budget
  return (
    <Card>
      <h3 className="text-secondary font-medium text-muted">Budget</h3>
      <p className="mt-0.5 text-title font-semibold">
        <Money text={formatMoney(budget, currency)} />
      </p>
      <div aria-hidden className="mt-3 h-2 overflow-hidden rounded-full bg-surface-2">
        <div
          className={`h-full rounded-full ${isOver ? 'bg-danger' : 'bg-primary'}`}
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
    </Card>
  )
}
