// What the settlement came from: how everybody stands, and the expenses. Fetched when the first part stands.

import type { TripAnswer } from '#core/trips/answers.ts'
import { RecentExpenses } from '#web/money/expenses/RecentExpenses.tsx'
import { useExpenses } from '#web/money/expenses/useExpenses.ts'
import { BalanceBars } from '#web/money/settlement/BalanceBars.tsx'

export function DemoFigures({ trip, me }: { trip: TripAnswer; me: string }) {
  const expenses = useExpenses(trip)
  return (
    <>
      <BalanceBars trip={trip} me={me} />
      <RecentExpenses trip={trip} expenses={expenses} />
    </>
  )
}
