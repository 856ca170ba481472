// The one sentence that matters: what I am owed or owe on this trip, what is still on its way included.

import type { ExpenseAnswer } from '#core/money/answers.ts'
import { getBalances } from '#core/money/contract.ts'
import type { TripAnswer } from '#core/trips/answers.ts'
import { balanceStatus } from '#web/money/balanceStatus.ts'
import { balanceShift } from '#web/money/expenses/expenseFigures.ts'
import type { Expenses } from '#web/money/expenses/useExpenses.ts'
import { ReloadBanner } from '#web/money/ReloadBanner.tsx'
import { sumOf } from '#web/money/sumOf.ts'
import { useDocument } from '#web/platform/documents.ts'
import { formatUnsignedMoney } from '#web/platform/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { Balance } from '#web/ui/Money.tsx'
import { PendingMark } from '#web/ui/PendingMark.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

export function BalanceCard({ trip, expenses }: { trip: TripAnswer; expenses: Expenses }) {
  const { data, error, isLoading, reload } = useDocument(getBalances, { tripId: trip.id })
  const { rows, confirmed, me } = expenses
  if (!data)
    return error ? (
      <ReloadBanner
        message="Failed to fetch user balances"
        retrying={isLoading}
        onRetry={() => void reload()}
      />
    ) : (
      <BalanceSkeleton />
    )
  const net = data.balances.find(({ id }) => id === me)?.netBalance ?? 0
  const shift = balanceShift(confirmed ?? none, rows, trip.currency, me)
  const shown = sumOf([net, shift], trip.currency)
  const waiting = rows.filter(({ marks }) => marks.some(({ state }) => state === 'waiting')).length
  return (
    <Card>
      <Balance
        size="hero"
        who="you"
        status={balanceStatus(shown, trip.currency)}
        text={formatUnsignedMoney(shown, trip.currency)}
      />
      {waiting > 0 && (
        <PendingMark
          text={`with ${waiting === 1 ? 'one change that is' : `${waiting} changes that are`} waiting to sync`}
        />
      )}
    </Card>
  )
}

const none: readonly ExpenseAnswer[] = []

function BalanceSkeleton() {
  return (
    <Card>
      <Loading label="Loading your balance">
        <Skeleton className="h-6 w-28" />
        <Skeleton className="mt-1 h-10 w-48" />
      </Loading>
    </Card>
  )
}
