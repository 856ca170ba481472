// The one sentence that matters, and what there is to do about it.

import { useLayoutEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { SettlementResponse } from '#core/money/responses.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { standingOf } from '#web/money/settlement/standing.ts'
import { useBalances } from '#web/money/useBalances.ts'
import { PendingChangesNote } from '#web/money/PendingChangesNote.tsx'
import { formatUnsignedMoney } from '#web/platform/format.ts'
import { session } from '#web/platform/session.ts'
import { Card } from '#web/ui/Card.tsx'
import { BalanceAmount } from '#web/ui/Money.tsx'

interface StandingCardProps {
  settlement: SettlementResponse
  trip: TripResponse
  /** 'Settlement Needed' or 'All Settled!' over it, where it opens the settlement. */
  isHeading?: boolean
}

export function StandingCard({ settlement, trip, isHeading = false }: StandingCardProps) {
  const me = useSnapshot(session).user?.id ?? ''
  const { balances, waiting } = useBalances(trip)
  const net = balances?.find(({ id }) => id === me)?.netBalance
  const standing = standingOf(settlement, me, trip.currency, net)
  // A line in any case: with one fewer the buttons of the tab below would move up.
  const isDone = standing?.status === 'settled' && standing.steps.length === 0
  const steps = isDone && !isHeading ? ['Nothing to pay.'] : (standing?.steps ?? [])
  const card = useNeverShrinking(isHeading)
  return (
    <Card ref={card}>
      {isHeading && (
        <h3 className="mb-2 text-title font-semibold">
          {settlement.isSettled ? 'All Settled!' : 'Settlement Needed'}
        </h3>
      )}
      {standing && (
        <>
          <BalanceAmount
            size="hero"
            who="you"
            status={standing.status}
            text={formatUnsignedMoney(standing.amount, trip.currency)}
          />
          <PendingChangesNote changes={waiting} />
          {waiting > 0 && isHeading && (
            <p className="mt-1 text-secondary text-muted">
              What follows does not include {waiting === 1 ? 'it' : 'them'} yet.
            </p>
          )}
          {waiting === 0 && steps.length > 0 && (
            <ul className="mt-2 grid gap-0.5">
              {steps.map((step) => (
                // An English sentence, also where a name in another script begins it.
                <li key={step} dir="ltr">
                  {step}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Card>
  )
}

/** A step that is done must not pull the payments below it up, from under the finger that has just marked one. */
function useNeverShrinking(isOn: boolean) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (isOn && current) current.style.minHeight = `${current.offsetHeight}px`
  })
  return element
}
