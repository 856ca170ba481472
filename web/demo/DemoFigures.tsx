// The balances and expenses behind the settlement, loaded after the first screen.

import { balancesResponse } from '#projections/replica/settlementResponses.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { RecentExpenses } from '#web/money/expenses/RecentExpenses.tsx'
import { useExpenses } from '#web/money/expenses/useExpenses.ts'
import { BalanceBars } from '#web/money/settlement/BalanceBars.tsx'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'

export function DemoFigures({ trip }: { trip: TripResponse }) {
  const expenses = useExpenses(trip)
  const balances = useTripResponse(trip.id, balancesResponse)
  // Shown together, so that nothing moves.
  if (!balances.data || !expenses.isLoaded) return null
  return (
    <>
      <BalanceBars trip={trip} />
      <RecentExpenses trip={trip} expenses={expenses} />
    </>
  )
}
