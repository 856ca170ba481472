// The invitations that wait for an answer, above the list of trips. An invited person is on the trip already, so
// declining means leaving, and asks for confirmation.

import { useState } from 'react'
import type { Invitation } from '#core/trips/responses.ts'
import { listInvitations } from '#core/trips/contract.ts'
import { useQuery } from '#web/platform/queries.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { InvitationCard } from '#web/trips/InvitationCard.tsx'
import { useInvitationAnswer } from '#web/trips/useInvitationAnswer.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { RetryBanner } from '#web/ui/RetryBanner.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { usePressGuard, useRetainedRows } from '#web/ui/useRetainedRows.ts'

const DeclineDialog = lazyDialog(async () => (await import('#web/trips/DeclineDialog.tsx')).DeclineDialog)

/** The first 20: each answer makes room for another. */
const pendingInvites = { status: 'pending', direction: 'invite', to: 'me', limit: 20 }

export function Invitations() {
  const query = useQuery(listInvitations, {}, pendingInvites)
  useReloadOnOpen(true, query)
  const { data, error } = query
  const { invitations = [], pagination } = data ?? {}
  const { rows, retain, changeKey } = useRetainedRows(invitations, ({ id }) => id)
  const pressGuard = usePressGuard(changeKey)
  if (error && !data) return <RetryBanner query={query} title="Failed to fetch invitations" />
  if (rows.length === 0) return null
  const total = pagination?.total ?? invitations.length
  const later = total - invitations.length
  return (
    <section aria-label="Invitations">
      <SectionTitle count={total}>Invitations</SectionTitle>
      <ul className="card-grid" {...pressGuard}>
        {rows.map(({ key, row, isLive }) => (
          <AnswerableInvitation key={key} invitation={row} isPending={isLive} onAnswer={() => retain(row)} />
        ))}
      </ul>
      {later > 0 && (
        <p className="mt-3 text-secondary text-muted">{later} more will show as you answer these.</p>
      )}
    </section>
  )
}

interface AnswerableInvitationProps {
  invitation: Invitation
  /** False once it is answered. */
  isPending: boolean
  /** Called before the answer is sent. */
  onAnswer: () => void
}

function AnswerableInvitation({ invitation, isPending, onAnswer }: AnswerableInvitationProps) {
  const { trip } = invitation
  const [isAsking, setAsking] = useState(false)
  const { answer, answered, isSubmitting, isWaiting, error, clearError } = useInvitationAnswer(invitation, {
    onAnswer,
    onDone: () => setAsking(false),
    done: (response) => (response === 'accepted' ? `You are in: ${trip.title}` : `You left ${trip.title}`),
    failed: 'Failed to answer the invitation',
  })

  // The person who sent it cancelled it.
  if (!isPending && !answered) return null
  return (
    <li>
      <InvitationCard
        invitation={invitation}
        answered={isPending ? undefined : answered}
        isSending={isSubmitting}
        isWaiting={isWaiting}
        error={isAsking ? undefined : error}
        onAccept={() => answer('accepted')}
        onDecline={() => setAsking(true)}
        onDeclineIntent={DeclineDialog.prefetch}
      />
      <DeclineDialog
        open={isAsking}
        onClose={() => {
          setAsking(false)
          clearError()
        }}
        title={trip.title}
        isSending={isSubmitting}
        error={error}
        onDecline={() => answer('declined')}
      />
    </li>
  )
}
