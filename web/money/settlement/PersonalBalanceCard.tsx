// The signed-in person's balance and the steps to settle it.

import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { hasRecords } from '#web/platform/replica/hasRecords.ts'
import { NOTHING_TO_PAY, personalBalanceOf } from '#web/money/settlement/personalBalance.ts'
import { isMoney, WaitingChanges } from '#web/records/WaitingChanges.tsx'
import { formatUnsignedMinor } from '#core/kernel/formatMinor.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { Card } from '#web/ui/Card.tsx'
import { BalanceAmount } from '#web/ui/Money.tsx'

interface PersonalBalanceCardProps {
  settlement: NamedSettlement
  trip: TripResponse
  /** Shows 'Settlement Needed' or 'All Settled!' above, in the settlement's dialog. */
  isHeading?: boolean
  /** Instead of the steps. The card is one strip then, where the `@container` around is wide. */
  summary?: ReactNode
  /** Beside an open balance. */
  beside?: ReactNode
  /** Of an open balance, instead of the steps. */
  explanation?: ReactNode
  /** While something is open: the button that settles. */
  action?: ReactNode
  /** While the trip has neither expenses nor payments. */
  firstAction?: ReactNode
}

export function PersonalBalanceCard({
  settlement,
  trip,
  isHeading = false,
  summary,
  beside,
  explanation,
  action,
  firstAction,
}: PersonalBalanceCardProps) {
  const myId = useMyId()
  const personalBalance = personalBalanceOf(settlement, myId, trip.currency)
  const isUnused = useTripResponse(trip.id, hasRecords).data === false
  // Always at least one line, so that the buttons below do not move.
  const isDone = personalBalance?.status === 'settled' && personalBalance.steps.length === 0
  const steps = isDone ? [NOTHING_TO_PAY] : (personalBalance?.steps ?? [])
  const isOpen = personalBalance?.status !== 'settled'
  const card = useMinHeight(isHeading)
  return (
    <Card ref={card} className={summary ? stripClasses : undefined}>
      {isHeading && (
        <h3 className="mb-2 text-title font-semibold">
          {settlement.isSettled ? 'All Settled!' : 'Settlement Needed'}
        </h3>
      )}
      {personalBalance && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
            {isHeading && !isOpen && !settlement.isSettled ? (
              <p className="text-muted">Others still owe each other</p>
            ) : (
              <BalanceAmount
                size="hero"
                who="you"
                status={isUnused ? 'unused' : personalBalance.status}
                text={formatUnsignedMinor(personalBalance.amount, trip.currency)}
              />
            )}
            {isOpen && beside}
          </div>
          <div className="min-w-0 flex-1">
            <WaitingChanges tripId={trip.id} includes={isMoney} />
            {isOpen && explanation}
            {summary || (!(isOpen && explanation) && <Steps steps={steps} />)}
          </div>
          {!settlement.isSettled && action}
          {isUnused && firstAction}
        </>
      )}
    </Card>
  )
}

export const stripClasses =
  'wide:flex wide:items-center wide:gap-x-8 wide:border-0 wide:bg-transparent wide:p-0'

function Steps({ steps }: { steps: readonly string[] }) {
  if (steps.length === 0) return null
  return (
    <ul className="mt-2 grid gap-0.5">
      {steps.map((step) => (
        // An English sentence, even if it starts with a name in another script.
        <li key={step} dir="ltr">
          {step}
        </li>
      ))}
    </ul>
  )
}

/** Keeps the card's height when a step is done, so that the payments below do not move while the person presses one. */
function useMinHeight(isOn: boolean) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (isOn && current) current.style.minHeight = `${current.offsetHeight}px`
  })
  return element
}
