// Trips somebody put me on that wait for my word, above all others. Whoever is invited is on the trip already, so
// declining is leaving, and asks first.

import { useState } from 'react'
import type { Invitation } from '#core/trips/responses.ts'
import { listInvitations, respondToInvitation } from '#core/trips/contract.ts'
import { useQuery } from '#web/platform/queries.ts'
import { failureText } from '#web/platform/failureText.ts'
import { send } from '#web/platform/send.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'
import { useSubmit } from '#web/platform/useSubmit.ts'
import type { DeclineDialogProps } from '#web/trips/DeclineDialog.tsx'
import { InvitationCard } from '#web/trips/InvitationCard.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { useGuard, useStayingRows } from '#web/ui/useStayingRows.ts'

const FAILED = 'Failed to answer the invitation'

const DeclineDialog = onDemand<DeclineDialogProps>(
  async () => (await import('#web/trips/DeclineDialog.tsx')).DeclineDialog,
)

/** The first of them: more would only hold up the start, and each answer lets the next one in. */
const pendingInvites = { status: 'pending', direction: 'invite', to: 'me', limit: 20 }

export function Invitations() {
  const document = useQuery(listInvitations, {}, pendingInvites)
  useReloadOnOpen(true, document)
  const { data, error, reload } = document
  const { invitations = [], pagination } = data ?? {}
  const { rows, hold, turn } = useStayingRows(invitations, ({ id }) => id)
  const guard = useGuard(turn)
  if (error && !data)
    return (
      <Banner
        tone="warning"
        title="Failed to fetch invitations"
        action={
          <Button size="sm" variant="secondary" onClick={() => void reload()}>
            Retry
          </Button>
        }
      />
    )
  if (rows.length === 0) return null
  const total = pagination?.total ?? invitations.length
  const later = total - invitations.length
  return (
    <section aria-label="Invitations">
      <SectionTitle count={total}>Invitations</SectionTitle>
      <ul className="card-grid" {...guard}>
        {rows.map(({ key, row, isLive }) => (
          <Answerable key={key} invitation={row} isPending={isLive} onAnswer={() => hold(row)} />
        ))}
      </ul>
      {later > 0 && (
        <p className="mt-3 text-secondary text-muted">{later} more will show as you answer these.</p>
      )}
    </section>
  )
}

interface AnswerableProps {
  invitation: Invitation
  /** False once it was answered. */
  isPending: boolean
  /** Keeps its place. */
  onAnswer: () => void
}

function Answerable({ invitation, isPending, onAnswer }: AnswerableProps) {
  const { trip } = invitation
  const [answered, setAnswered] = useState<'accepted' | 'declined'>()
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState<string>()
  const { isSubmitting, run } = useSubmit()
  const isWaiting = usePendingCommands(trip.id, respondToInvitation).some(({ state }) => state === 'waiting')

  const answer = (response: 'accepted' | 'declined') => {
    onAnswer()
    run(async () => {
      setError(undefined)
      setAnswered(response)
      try {
        const sent = await send({
          call: respondToInvitation,
          params: { invitationId: invitation.id },
          body: { response },
          lane: trip.id,
          touches: ['/trip-invitations', '/trips?', `/trips/${trip.id}`],
        })
        setAsking(false)
        const done = response === 'accepted' ? `You are in: ${trip.title}` : `You left ${trip.title}`
        toast.outcome(sent, done, FAILED)
      } catch (failure) {
        setError(failureText(FAILED, failure))
        setAnswered(undefined)
      }
    })
  }

  // Taken back by whoever sent it.
  if (!isPending && !answered) return null
  return (
    <li>
      <InvitationCard
        invitation={invitation}
        answered={isPending ? undefined : answered}
        isSending={isSubmitting}
        isWaiting={isWaiting}
        error={asking ? undefined : error}
        onAccept={() => answer('accepted')}
        onDecline={() => setAsking(true)}
        onDeclineIntent={DeclineDialog.prefetch}
      />
      <DeclineDialog
        open={asking}
        onClose={() => {
          setAsking(false)
          setError(undefined)
        }}
        title={trip.title}
        isSending={isSubmitting}
        error={error}
        onDecline={() => answer('declined')}
      />
    </li>
  )
}
