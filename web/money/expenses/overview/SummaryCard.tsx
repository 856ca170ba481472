// What the signed-in person owes or is owed on a trip, who paid for it, and the totals, in one card.

import type { TripResponse } from '#core/trips/responses.ts'
import { ledgerIn } from '#projections/replica/moneyFigures.ts'
import { averageExpense, expenseCount } from '#core/money/balances/categoryTotals.ts'
import { balanceStatus, netBalance } from '#core/money/balances/figures.ts'
import { figuresOf, type Ledger } from '#core/money/balances/ledger.ts'
import { hasRecords } from '#web/platform/replica/hasRecords.ts'
import { isMoney, WaitingChanges } from '#web/records/WaitingChanges.tsx'
import { StackedBar } from '#web/money/StackedBar.tsx'
import { formatMinor, formatUnsignedMinor } from '#core/kernel/formatMinor.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { Button, type ButtonProps } from '#web/ui/buttons/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { BalanceAmount, Money } from '#web/ui/Money.tsx'
import { RetryBanner } from '#web/ui/feedback/Loaded.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import type { CurrencyCode } from '#core/kernel/money.ts'

interface SummaryCardProps {
  trip: TripResponse
  /** Props of the button that opens the settlement. */
  settle: ButtonProps
}

export function SummaryCard({ trip, settle }: SummaryCardProps) {
  const query = useTripResponse(trip.id, ledgerIn)
  if (query.error)
    return (
      <div className="grid content-start gap-3">
        <RetryBanner query={query} title="Failed to fetch user balances" />
        <RetryBanner query={query} title="Failed to fetch expense summary" />
      </div>
    )
  if (!query.data) return <SummarySkeleton />
  return (
    <Card className="grid content-start gap-2.5 max-md:py-3.5 beside-sheet:hidden">
      <PersonalBalance trip={trip} settle={settle} ledger={query.data} />
      {expenseCount(query.data) > 0 && <Totals ledger={query.data} currency={trip.currency} />}
    </Card>
  )
}

function PersonalBalance({ trip, settle, ledger }: SummaryCardProps & { ledger: Ledger }) {
  const net = netBalance(figuresOf(ledger, useMyId()))
  const status = balanceStatus(net, trip.currency)
  const isUnused = useTripResponse(trip.id, hasRecords).data === false
  return (
    <div>
      <div className="flex flex-wrap items-end justify-between gap-x-3 gap-y-2">
        <BalanceAmount
          size="hero"
          who="you"
          status={isUnused ? 'unused' : status}
          text={formatUnsignedMinor(net, trip.currency)}
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

function Totals({ ledger, currency }: { ledger: Ledger; currency: CurrencyCode }) {
  const { totalExpenses: total, paidFromPool: fromPool } = ledger
  const youPaid = figuresOf(ledger, useMyId()).paid
  const parts = [
    { label: 'From pool', amount: fromPool, color: 'var(--primary)' },
    { label: 'You paid', amount: youPaid, color: 'var(--sun-fill)' },
    { label: 'Others', amount: total - fromPool - youPaid, color: 'var(--sand)' },
  ]
  return (
    <>
      <section aria-label="Payment Breakdown" className="grid gap-2">
        <StackedBar parts={parts} currency={currency} />
      </section>
      <p className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-2 text-secondary text-muted">
        <span>
          Total <Money text={formatMinor(total, currency)} className="font-semibold text-text" />
        </span>
        <span>
          Average{' '}
          <Money text={formatMinor(averageExpense(ledger), currency)} className="font-semibold text-text" />
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
