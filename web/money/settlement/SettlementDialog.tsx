// The settlement: my balance, the mode of the pool, the payments, and everybody's figures.

import { Download, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { getSettlement, listPayments } from '#core/money/contract.ts'
import { type PoolMode, POOL_MODES } from '#core/money/plan.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { ReloadBanner } from '#web/money/ReloadBanner.tsx'
import { exportSettlement, shareSettlement } from '#web/money/settlement/shareSettlement.ts'
import { PoolModeChooser } from '#web/money/settlement/PoolModeChooser.tsx'
import { SettlementResult, SettlementSkeleton } from '#web/money/settlement/SettlementResult.tsx'
import { PersonalBalanceCard } from '#web/money/settlement/PersonalBalanceCard.tsx'
import { prefetchQuery, useQuery } from '#web/platform/queries.ts'
import { session } from '#web/platform/session.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, type DialogState } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'

const failed = 'Failed to calculate payment settlement. Please try again.'

export function SettlementDialog({ trip, open, onClose }: DialogState & { trip: TripResponse }) {
  const [mode, setMode] = useState<PoolMode>('distributed')
  const params = open ? { tripId: trip.id } : null
  const query = useQuery(getSettlement, params, { poolBalanceHandling: mode })
  const payments = useQuery(listPayments, params)
  const myId = useSnapshot(session).user?.id ?? ''
  useReloadOnOpen(open, query)
  useReloadOnOpen(open, payments)
  usePrefetchedModes(trip.id, query.data !== null)

  const settlement = query.data?.settlement
  const recorded = payments.data?.payments ?? []
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Settlement"
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
        {settlement && query.error && <ReloadBanner query={query} message={failed} />}
        {settlement && <PersonalBalanceCard key={mode} settlement={settlement} trip={trip} isHeading />}
        {(settlement || query.error) && <PoolModeChooser mode={mode} onChoose={setMode} />}
        {settlement ? (
          <SettlementResult trip={trip} settlement={settlement} recorded={recorded} myId={myId} />
        ) : (
          <Loaded
            query={query}
            failed={failed}
            skeleton={<SettlementSkeleton people={trip.participants.length + trip.guestCount} />}
            retriesInPlace
          />
        )}
      </div>
    </Dialog>
  )
}

/** Loads the other modes early, so that choosing one shows it at once. */
function usePrefetchedModes(tripId: string, isRead: boolean): void {
  useEffect(() => {
    if (!isRead) return undefined
    return whenIdle(() => {
      for (const poolBalanceHandling of POOL_MODES)
        prefetchQuery(getSettlement, { tripId }, { poolBalanceHandling })
    })
  }, [tripId, isRead])
}
