// What the settlement came from: how everybody stands, and the expenses. Fetched when the first part stands.

import { getBalances } from '#core/money/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { RecentExpenses } from '#web/money/expenses/RecentExpenses.tsx'
import { useExpenses } from '#web/money/expenses/useExpenses.ts'
import { BalanceBars } from '#web/money/settlement/BalanceBars.tsx'
import { useQuery } from '#web/platform/queries.ts'

export function DemoFigures({ trip, me }: { trip: TripResponse; me: string }) {
  const expenses = useExpenses(trip)
  const balances = useQuery(getBalances, { tripId: trip.id })
  // All at once, so that nothing moves.
  if (!balances.data || !expenses.confirmed) return null
  return (
    <>
      <BalanceBars trip={trip} me={me} />
      <RecentExpenses trip={trip} expenses={expenses} />
    </>
  )
}
