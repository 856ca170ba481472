// Users who say that they are a guest of the trip: the organizer sees what either answer does before giving it.

import { useId, useState } from 'react'
import { formatSignedMinor } from '#core/kernel/formatMinor.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import { claimEffect } from '#core/money/balances/claimEffect.ts'
import { currencyOf } from '#core/money/currency.ts'
import { respondToGuestClaim } from '#core/trips/contract.ts'
import { pendingClaims } from '#core/trips/guestClaims.ts'
import { nameOnTrip } from '#core/trips/names.ts'
import { expenseRecords } from '#projections/replica/moneyRecords.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { failureText } from '#web/platform/outbox/failureText.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { formatCount, formatRelative } from '#web/platform/time/format.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { failures } from '#web/records/failures.ts'
import { sendTripCommand } from '#web/trips/tripCommands.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorLine } from '#web/ui/feedback/ErrorLine.tsx'
import { SyncMark } from '#web/ui/feedback/SyncMark.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'

const claimsIn = (documents: ExistingTrip<'balances' | 'expenses'>) => {
  const { trip, balances } = documents
  const joined = trip.inviteLinks.flatMap((link) => link.joined)
  const money = { ledger: balances.ledger, expenses: expenseRecords(documents) }
  return pendingClaims(trip).map((claim) => ({
    id: claim.id,
    guest: claim.guest.name,
    user: { id: claim.user.id, name: nameOnTrip(trip, claim.user) },
    joinedAt: joined.findLast(({ userId }) => userId === claim.user.id)?.at ?? null,
    currency: currencyOf(trip, balances),
    ...claimEffect(claim, money),
  }))
}

type ShownClaim = ReturnType<typeof claimsIn>[number]

export function GuestClaims({ tripId }: { tripId: string }) {
  const { data: claims } = useTripResponse(tripId, claimsIn)
  if (!claims || claims.length === 0) return null
  return (
    <section aria-label="Who is who">
      <SectionTitle level={3} count={claims.length}>
        Who is who
      </SectionTitle>
      <ul className="card-grid">
        {claims.map((claim) => (
          <ClaimCard key={claim.id} tripId={tripId} claim={claim} />
        ))}
      </ul>
    </section>
  )
}

type Answer = 'accepted' | 'declined'

function ClaimCard({ tripId, claim }: { tripId: string; claim: ShownClaim }) {
  const { id: claimId, user, guest, joinedAt } = claim
  const [sending, setSending] = useState<Answer>()
  const [isWaiting, setWaiting] = useState(false)
  const [error, setError] = useState<string>()
  const titleId = useId()
  const now = useNow()
  const answer = async (response: Answer) => {
    setSending(response)
    setError(undefined)
    const command = { endpoint: respondToGuestClaim, params: { tripId, claimId }, body: { response } }
    const [who, whom] = [isolateBidi(user.name), isolateBidi(guest)]
    try {
      const { state } = await sendTripCommand(tripId, command)
      if (state === 'waiting') return setWaiting(true)
      toast.success(
        response === 'accepted' ? `${who} is the guest ${whom} now` : `${who} and the guest ${whom} stay two`,
      )
    } catch (refused) {
      setError(failureText(failures.guestClaim.answer, refused))
      setSending(undefined)
    }
  }
  const button = (response: Answer, label: string, busyText: string) => (
    <Button
      size="sm"
      variant={response === 'accepted' ? 'primary' : 'neutral'}
      className="flex-1"
      aria-describedby={titleId}
      disabled={sending !== undefined && sending !== response}
      busy={sending === response}
      busyText={busyText}
      onClick={() => void answer(response)}
    >
      {label}
    </Button>
  )
  return (
    <li>
      <Card as="article" className="flex h-full flex-col gap-3">
        <div className="flex items-start gap-3">
          <Avatar id={user.id} name={user.name} />
          <div className="min-w-0">
            <p id={titleId} className="font-medium wrap-anywhere">
              <bdi>{user.name}</bdi> says: I am the guest <bdi>{guest}</bdi>
            </p>
            {joinedAt !== null && (
              <p className="text-secondary text-muted">
                Joined by link, <time dateTime={joinedAt}>{formatRelative(joinedAt, now)}</time>
              </p>
            )}
          </div>
        </div>
        <Effects claim={claim} />
        {error !== undefined && <ErrorLine>{error}</ErrorLine>}
        {isWaiting ? (
          <SyncMark text="answer: waiting to sync" />
        ) : (
          <div className="mt-auto flex gap-2">
            {button('declined', 'No', 'No...')}
            {button('accepted', 'Yes', 'Yes...')}
          </div>
        )}
      </Card>
    </li>
  )
}

function Effects({ claim }: { claim: ShownClaim }) {
  const { user, expenseCount, balance, bothCount, currency } = claim
  const tone = balance > 0 ? 'text-success' : balance < 0 ? 'text-danger' : ''
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 rounded-field bg-surface-2 px-3.5 py-2.5 text-secondary">
      <dt className="font-semibold">Yes</dt>
      <dd className="wrap-anywhere">
        {expenseCount === 0 && balance === 0 ? (
          <span>nothing is open</span>
        ) : (
          <>
            <span>{`their ${formatCount(expenseCount, 'expense')} and`}</span>{' '}
            <span className={`font-semibold tabular-nums ${tone}`}>
              {formatSignedMinor(balance, currency)}
            </span>{' '}
            <span>become</span> <bdi>{`${user.name}’s`}</bdi>
          </>
        )}
        {bothCount > 0 && (
          <span className="block">{`${formatCount(bothCount, 'expense')} ${bothCount === 1 ? 'names' : 'name'} both; the parts add up`}</span>
        )}
      </dd>
      <dt className="font-semibold">No</dt>
      <dd className="wrap-anywhere">
        both stay, <bdi>{user.name}</bdi> keeps their own figures
      </dd>
    </dl>
  )
}
