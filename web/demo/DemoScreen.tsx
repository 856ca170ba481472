// The sample trip with the app's own components: the visitor's balance, the settlement, and the figures behind it.

import { Plus, Scale } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { tripResponse } from '#projections/replica/tripResponses.ts'
import type * as Parts from '#web/demo/DemoFigures.tsx'
import { LazyExpenseForm } from '#web/money/expenses/LazyExpenseForm.ts'
import { settlementIn } from '#projections/replica/moneyFigures.ts'
import { PersonalBalanceCard } from '#web/money/settlement/PersonalBalanceCard.tsx'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { formatDateRange } from '#web/platform/time/format.ts'
import { useIdlePart } from '#web/platform/page/useIdlePart.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { loadToastStack } from '#web/ui/feedback/toasts.tsx'

const SettlementDialog = lazyDialog(
  async () => (await import('#web/money/settlement/SettlementDialog.tsx')).SettlementDialog,
)

const LazyToasts = () => useIdlePart(loadToastStack, {})

/** As high as the picture of the sample's payments. */
const pictureRoom = 'h-[14.5rem]'

export function DemoScreen({ tripId }: { tripId: string }) {
  const trip = useTripResponse(tripId, tripResponse).data
  const settlement = useTripResponse(tripId, settlementIn.distributed).data
  return (
    <>
      {trip && settlement && <DemoTrip trip={trip} settlement={settlement} />}
      <LazyToasts />
    </>
  )
}

function DemoTrip({ trip, settlement }: { trip: TripResponse; settlement: NamedSettlement }) {
  const [opened, setOpened] = useState<'settlement' | 'expense' | null>(null)
  const parts = useLazyParts()
  useEffect(() => whenIdle(prefetch), [])
  const close = () => setOpened(null)
  return (
    <section aria-labelledby="trip" className="grid items-start gap-3 md:gap-4 lg:grid-cols-2 lg:gap-6">
      <Card className="empty:hidden">
        {parts ? (
          <parts.DemoPicture
            settlement={settlement}
            currency={trip.currency}
            onPress={() => setOpened('settlement')}
          />
        ) : (
          <div className={pictureRoom} />
        )}
      </Card>
      <div className="grid gap-3 md:gap-4 lg:row-span-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="trip" className="text-title font-semibold">
            {trip.title}
          </h2>
          <p className="text-secondary text-muted">{`${formatDateRange(trip.startDate, trip.endDate)} · ${settlement.participants.length} people`}</p>
        </div>
        <PersonalBalanceCard settlement={settlement} trip={trip} />
        <div className="flex flex-wrap gap-2 *:flex-[1_1_auto] md:*:flex-none">
          <Button icon={Scale} onClick={() => setOpened('settlement')} {...SettlementDialog.prefetchProps}>
            Settlement
          </Button>
          <Button
            variant="secondary"
            icon={Plus}
            onClick={() => setOpened('expense')}
            {...LazyExpenseForm.prefetchProps}
          >
            Add Expense
          </Button>
        </div>
        <p className="text-meta text-muted">This is a demo: the figures are made up and nothing is stored.</p>
      </div>
      {parts && <parts.DemoFigures trip={trip} />}
      <SettlementDialog trip={trip} open={opened === 'settlement'} onClose={close} />
      <LazyExpenseForm trip={trip} open={opened === 'expense'} onClose={close} />
    </section>
  )
}

function prefetch(): void {
  for (const dialog of [SettlementDialog, LazyExpenseForm]) dialog.prefetch()
}

/** The picture, whose room is reserved, and the figures, which are below everything else: nothing moves when they come. */
function useLazyParts(): typeof Parts | undefined {
  const [parts, setParts] = useState<typeof Parts>()
  useEffect(() => {
    import('#web/demo/DemoFigures.tsx').then(setParts, () => undefined)
  }, [])
  return parts
}

/** For a browser without service workers, as some private windows. */
export function CannotStart() {
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p>The demo could not start in this browser. A private window may be the reason.</p>
      <Button variant="secondary" onClick={() => location.reload()}>
        Retry
      </Button>
    </div>
  )
}
