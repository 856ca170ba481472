// What the signed-in person owes or is owed on a trip, who paid for it, and the totals, in one card.

import type { ExpenseSummary } from '#core/money/responses.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { summaryResponse } from '#projections/replica/moneyResponses.ts'
import { balancesResponse } from '#projections/replica/settlementResponses.ts'
import { balanceStatus } from '#core/money/balances/figures.ts'
import { hasRecords } from '#web/platform/replica/hasRecords.ts'
import { isMoney, WaitingChanges } from '#web/records/WaitingChanges.tsx'
import { StackedBar } from '#web/money/StackedBar.tsx'
import { sumOf } from '#web/money/sumOf.ts'
import { formatMoney, formatUnsignedMoney } from '#web/platform/time/format.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { Button, type ButtonProps } from '#web/ui/buttons/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { BalanceAmount, Money } from '#web/ui/Money.tsx'
import { RetryBanner } from '#web/ui/feedback/Loaded.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { type CurrencyCode, toMinorOrZero } from '#core/kernel/money.ts'

interface SummaryCardProps {
  trip: TripResponse
  /** Props of the button that opens the settlement. */
  settle: ButtonProps
}

export function SummaryCard({ trip, settle }: SummaryCardProps) {
  const balances = useTripResponse(trip.id, balancesResponse)
  const summary = useTripResponse(trip.id, summaryResponse)
  if (balances.error || summary.error)
    return (
      <div className="grid content-start gap-3">
        {balances.error && <RetryBanner query={balances} title="Failed to fetch user balances" />}
        {summary.error && <RetryBanner query={summary} title="Failed to fetch expense summary" />}
      </div>
    )
  if (!balances.data || !summary.data) return <SummarySkeleton />
  return (
    <Card className="grid content-start gap-2.5 max-md:py-3.5 beside-sheet:hidden">
      <PersonalBalance trip={trip} settle={settle} balances={balances.data} />
      {summary.data.expenseCount > 0 && <Totals summary={summary.data} currency={trip.currency} />}
    </Card>
  )
}

interface PersonalBalanceProps extends SummaryCardProps {
  balances: readonly { id: string; netBalance: number }[]
}

function PersonalBalance({ trip, settle, balances }: PersonalBalanceProps) {
  const myId = useMyId()
  const net = balances.find(({ id }) => id === myId)?.netBalance ?? 0
  const status = balanceStatus(toMinorOrZero(net, trip.currency), trip.currency)
  const isUnused = useTripResponse(trip.id, hasRecords).data === false
  return (
    <div>
      <div className="flex flex-wrap items-end justify-between gap-x-3 gap-y-2">
        <BalanceAmount
          size="hero"
          who="you"
          status={isUnused ? 'unused' : status}
          text={formatUnsignedMoney(net, trip.currency)}
        />
        {status !== 'settled' && (
          <Button variant="secondary" size="sm" {...settle}>
            Settle up
          </Button>
        )}
      </div>
      <WaitingChanges tripId={trip.id} includes={isMoney} />
    </div>
  )
}

function Totals({ summary, currency }: { summary: ExpenseSummary; currency: CurrencyCode }) {
  const { totalAmount, averageAmount, fromPool, youPaid } = summary
  const parts = [
    { label: 'From pool', amount: fromPool, color: 'var(--primary)' },
    { label: 'You paid', amount: youPaid, color: 'var(--sun-fill)' },
    { label: 'Others', amount: sumOf([totalAmount, -fromPool, -youPaid], currency), color: 'var(--sand)' },
  ]
  return (
    <>
      <section aria-label="Payment Breakdown" className="grid gap-2">
        <StackedBar parts={parts} currency={currency} />
      </section>
      <p className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-2 text-secondary text-muted">
        <span>
          Total <Money text={formatMoney(totalAmount, currency)} className="font-semibold text-text" />
        </span>
        <span>
          Average <Money text={formatMoney(averageAmount, currency)} className="font-semibold text-text" />
        </span>
      </p>
    </>
  )
}

function SummarySkeleton() {
  return (
    <Card className="max-md:py-3.5 beside-sheet:hidden">
      <Loading label="Loading your balance">
        <Skeleton className="h-6 w-28" />
        <Skeleton className="mt-1 h-10 w-48" />
        <Skeleton className="mt-3 h-3 w-full" />
        <Skeleton className="mt-2 h-9 w-full" />
        <Skeleton className="mt-3 h-6.5 w-full" />
      </Loading>
    </Card>
  )
}
