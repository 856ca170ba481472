// The picture of the payments, and the balances and expenses behind them, loaded after the first screen.

import { balancesIn } from '#projections/replica/moneyFigures.ts'
import { useState } from 'react'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { RecentExpenses } from '#web/money/expenses/list/RecentExpenses.tsx'
import { useExpenses } from '#web/money/expenses/useExpenses.ts'
import { BalanceBars } from '#web/money/settlement/BalanceBars.tsx'
import { PaymentPicture } from '#web/money/settlement/picture/PaymentPicture.tsx'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'

export function DemoFigures({ trip }: { trip: TripResponse }) {
  const expenses = useExpenses(trip)
  const balances = useTripResponse(trip.id, balancesIn)
  // Shown together, so that nothing moves.
  if (!balances.data || !expenses.isLoaded) return null
  return (
    <>
      <div className="lg:row-span-2">
        <BalanceBars trip={trip} />
      </div>
      <div className="lg:col-start-2">
        <RecentExpenses trip={trip} expenses={expenses} />
      </div>
    </>
  )
}

interface DemoPictureProps {
  settlement: NamedSettlement
  currency: CurrencyCode
  /** Called when any ribbon is pressed. */
  onPress: () => void
}

export function DemoPicture({ settlement, currency, onPress }: DemoPictureProps) {
  const [pointed, setPointed] = useState<readonly string[]>([])
  return (
    <PaymentPicture
      payments={settlement.payments.map((payment) => ({
        ...payment,
        key: `${payment.from.id} ${payment.to.id}`,
        isPaid: false,
      }))}
      currency={currency}
      links={{ pointed, setPointed, ask: onPress }}
    />
  )
}
