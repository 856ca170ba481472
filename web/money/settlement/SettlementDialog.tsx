// The settlement: my balance, the mode of the pool, the payments, and everybody's figures.

import { Download, Share2 } from 'lucide-react'
import { useState, useId } from 'react'
import type { PoolMode } from '#core/money/responses.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { recordedPayments } from '#web/money/settlement/payments/paymentList.ts'
import { settlementIn } from '#projections/replica/moneyFigures.ts'
import { exportSettlement, shareSettlement } from '#web/money/settlement/shareSettlement.ts'
import { PrintedSettlement } from '#web/money/settlement/PrintedSettlement.tsx'
import {
  SettlementResult,
  SettlementSkeleton,
  SettlementPayments,
} from '#web/money/settlement/SettlementResult.tsx'
import { PersonalBalanceCard } from '#web/money/settlement/PersonalBalanceCard.tsx'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Dialog, type DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { Loaded } from '#web/ui/feedback/Loaded.tsx'

const failed = 'Failed to calculate payment settlement. Please try again.'

export function SettlementDialog({ trip, open, onClose }: DialogState & { trip: TripResponse }) {
  const [mode, setMode] = useState<PoolMode>('distributed')
  const tripId = open ? trip.id : null
  const query = useTripResponse(tripId, settlementIn[mode])
  const payments = useTripResponse(tripId, recordedPayments)

  const settlement = query.data
  const recorded = payments.data ?? []
  const modeChooser = <PoolModeChooser mode={mode} onChoose={setMode} />
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Settlement"
      detail={trip.title}
      cards
      footer={
        <>
          <Button
            variant="secondary"
            icon={Share2}
            disabled={!settlement}
            onClick={() => settlement && void shareSettlement(trip, settlement)}
          >
            Share
          </Button>
          <Button
            variant="secondary"
            icon={Download}
            disabled={!settlement || !payments.data}
            onClick={() => settlement && exportSettlement(trip, settlement, recorded)}
          >
            Export
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {settlement && <PersonalBalanceCard key={mode} settlement={settlement} trip={trip} isHeading />}
        {settlement ? (
          <SettlementResult
            trip={trip}
            settlement={settlement}
            recorded={recorded}
            confirmed={payments.confirmed ?? []}
            poolMode={settlement.poolBalance !== 0 && modeChooser}
          />
        ) : (
          <Loaded
            query={query}
            failed={failed}
            skeleton={<SettlementSkeleton people={trip.participants.length + trip.guestCount} />}
            retriesInPlace
          />
        )}
        {!settlement && query.error && modeChooser}
      </div>
      {settlement && <PrintedSettlement trip={trip} settlement={settlement} recorded={recorded} />}
    </Dialog>
  )
}

/** A mode changes the payments, never anybody's result. */
const poolModes: readonly { mode: PoolMode; name: string }[] = [
  { mode: 'distributed', name: 'Pay people back from the pool (fewest payments)' },
  { mode: 'equal', name: 'Split the pool equally first (more transfers)' },
  { mode: 'reserved', name: 'Keep the pool for later' },
]

interface PoolModeChooserProps {
  mode: PoolMode
  onChoose: (mode: PoolMode) => void
}

/** Chooses how the pool's money is settled: three modes. */
function PoolModeChooser({ mode, onChoose }: PoolModeChooserProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-secondary font-medium">What happens to the pool’s money</legend>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        {poolModes.map((poolMode) => (
          <label
            key={poolMode.mode}
            className="flex min-h-14 cursor-pointer items-center gap-3 px-4 py-2.5 transition-colors duration-press first:rounded-t-card last:rounded-b-card hover:bg-surface-2"
          >
            <input
              type="radio"
              name={name}
              value={poolMode.mode}
              checked={poolMode.mode === mode}
              onChange={() => onChoose(poolMode.mode)}
              className="size-6 shrink-0 cursor-[inherit] appearance-none rounded-full border-2 border-line-strong bg-surface transition-colors duration-press checked:border-[7px] checked:border-primary"
            />
            <span className="min-w-0 font-medium">{poolMode.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The suggested payments of a trip below the person's balance, where there is room for them outside the dialog. */
export function TripPayments({ trip }: { trip: TripResponse }) {
  const { data: settlement } = useTripResponse(trip.id, settlementIn.distributed)
  const payments = useTripResponse(trip.id, recordedPayments)
  if (!settlement || !payments.data) return null
  if (settlement.payments.length + payments.data.length === 0) return null
  return (
    <div className="grid gap-4">
      <SettlementPayments
        trip={trip}
        settlement={settlement}
        recorded={payments.data}
        confirmed={payments.confirmed ?? []}
        isBelowSummary
      />
    </div>
  )
}
