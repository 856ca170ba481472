// Users who say that they are a guest of the trip: the organizer sees what either answer does before giving it, and can take
// a Yes back while its card is on the screen.

import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { getHistory, undoChange } from '#core/history/contract.ts'
import { respondToGuestClaim } from '#core/trips/contract.ts'
import { pendingClaims } from '#core/trips/guestClaims.ts'
import { nameOnTrip } from '#core/trips/names.ts'
import type { Trip } from '#core/trips/trip.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { useSubmit } from '#web/platform/forms/useSubmit.ts'
import { request } from '#web/platform/http/http.ts'
import { failureText } from '#web/platform/outbox/failureText.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { failures } from '#web/records/failures.ts'
import { AnswerCard } from '#web/trips/joining/AnswerCard.tsx'
import { useAnswer } from '#web/trips/joining/useAnswer.ts'
import { claimMoney, ClaimEffectText } from '#web/trips/participants/ClaimEffectText.tsx'
import { sendTripCommand } from '#web/trips/tripCommands.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { ErrorLine } from '#web/ui/feedback/ErrorLine.tsx'
import { OutcomeMessage } from '#web/ui/feedback/OutcomeMessage.tsx'
import { usePressGuard, useRetainedRows } from '#web/ui/lists/retainedRows.ts'

const claimsIn = (documents: ExistingTrip<'balances' | 'expenses'>) => {
  const { trip } = documents
  const joined = trip.inviteLinks.flatMap((link) => link.joined)
  return pendingClaims(trip).map(({ id, guest, user }) => ({
    id,
    guest: { id: guest.id, name: guest.name },
    // With a username only where yet another person has the name: that the guest has it is the point.
    user: { id: user.id, name: nameOnTrip(without(guest.id, trip), user) },
    joinedAt: joined.findLast(({ userId }) => userId === user.id)?.at ?? null,
    money: claimMoney(documents),
  }))
}

const without = (guestId: string, { participants, guests }: Trip) => ({
  participants,
  guests: guests.filter(({ id }) => id !== guestId),
})

type ShownClaim = ReturnType<typeof claimsIn>[number]

export function GuestClaims({ tripId }: { tripId: string }) {
  const { data } = useTripResponse(tripId, claimsIn)
  const { rows, retain, changeKey } = useRetainedRows(data ?? [], ({ id }) => id)
  const pressGuard = usePressGuard(changeKey)
  if (rows.length === 0) return null
  return (
    <section aria-label="Who is who" className="not-has-[li]:hidden">
      <ul className="card-grid" {...pressGuard}>
        {rows.map(({ key, row, isLive }) => (
          <ClaimCard key={key} tripId={tripId} claim={row} isOpen={isLive} onAnswer={() => retain(row)} />
        ))}
      </ul>
    </section>
  )
}

interface ClaimCardProps {
  tripId: string
  claim: ShownClaim
  /** False once it is answered. */
  isOpen: boolean
  onAnswer: () => void
}

function ClaimCard({ tripId, claim, isOpen, onAnswer }: ClaimCardProps) {
  const { id: claimId, user, guest, joinedAt, money } = claim
  const question = { tripId, endpoint: respondToGuestClaim, params: { tripId, claimId } }
  const answering = useAnswer(question, { onAnswer, failed: failures.guestClaim.answer })
  const who = <bdi>{user.name}</bdi>
  if (!isOpen && answering.answered === 'accepted') return <Accepted tripId={tripId} claim={claim} />
  if (!isOpen && !answering.answered) return null
  return (
    <li>
      <AnswerCard
        person={user}
        title={
          <span className="font-medium">
            {who} says: I am the guest <bdi>{guest.name}</bdi>
          </span>
        }
        at={joinedAt}
        atLabel="Joined by link,"
        answering={answering}
        labels={{
          accepted: { text: 'Yes', busyText: 'Yes...' },
          declined: { text: 'No', busyText: 'No...' },
        }}
        outcome={isOpen ? null : <OutcomeMessage>Both stay</OutcomeMessage>}
      >
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 rounded-field bg-surface-2 px-3.5 py-2.5 text-secondary">
          <dt className="font-semibold">Yes</dt>
          <dd className="wrap-anywhere">
            <ClaimEffectText guestId={guest.id} userId={user.id} money={money} whose={`${user.name}’s`} />
          </dd>
          <dt className="font-semibold">No</dt>
          <dd className="wrap-anywhere">both stay, {who} keeps their own figures</dd>
        </dl>
      </AnswerCard>
    </li>
  )
}

/** With Undo, as long as it is on the screen; later the history has it. */
function Accepted({ tripId, claim: { guest, user } }: Pick<ClaimCardProps, 'tripId' | 'claim'>) {
  const { isSubmitting, run } = useSubmit()
  const [error, setError] = useState<string>()
  const undo = async () => {
    setError(undefined)
    try {
      const { body } = await request(getHistory, {
        params: { tripId },
        query: { about: guest.id, limit: 10 },
      })
      const claimed = body.entries.find(({ type }) => type === 'GuestClaimed')
      if (!claimed) return setError(failures.historyEntry.undo)
      const params = { tripId, n: String(claimed.n) }
      await sendTripCommand(tripId, { endpoint: undoChange, params, body: { anyway: false } })
    } catch (refused) {
      setError(failureText(failures.historyEntry.undo, refused))
    }
  }
  return (
    <li className="rounded-card bg-success-soft py-1.5 ps-4 pe-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <div className="min-w-0 flex-[1_1_9rem] py-1">
          <OutcomeMessage isFilled>
            <bdi>{user.name}</bdi> is the guest <bdi>{guest.name}</bdi> now
          </OutcomeMessage>
        </div>
        <Button
          variant="quiet"
          size="sm"
          icon={Undo2}
          busy={isSubmitting}
          busyText="Undoing..."
          className="ms-auto"
          onClick={() => run(undo)}
        >
          Undo
          <span className="sr-only">{` that ${user.name} is the guest ${guest.name}`}</span>
        </Button>
      </div>
      {error !== undefined && <ErrorLine className="pe-2.5 pb-2 wrap-anywhere">{error}</ErrorLine>}
    </li>
  )
}
