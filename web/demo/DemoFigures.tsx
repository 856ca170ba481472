// The balances and expenses behind the settlement, loaded after the first screen.

import { getBalances } from '#core/money/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { RecentExpenses } from '#web/money/expenses/RecentExpenses.tsx'
import { useExpenses } from '#web/money/expenses/useExpenses.ts'
import { BalanceBars } from '#web/money/settlement/BalanceBars.tsx'
import { useQuery } from '#web/platform/queries.ts'

export function DemoFigures({ trip, myId }: { trip: TripResponse; myId: string }) {
  const expenses = useExpenses(trip)
  const balances = useQuery(getBalances, { tripId: trip.id })
  // Shown together, so that nothing moves.
  if (!balances.data || !expenses.confirmed) return null
  return (
    <>
      <BalanceBars trip={trip} myId={myId} />
      <RecentExpenses trip={trip} expenses={expenses} />
    </>
  )
}
