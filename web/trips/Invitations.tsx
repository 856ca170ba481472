// Trips somebody put me on that wait for my word, above all others. Whoever is invited is on the trip already, so
// declining is leaving, and asks first.

import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Invitation } from '#core/trips/answers.ts'
import { listInvitations, respondToInvitation } from '#core/trips/contract.ts'
import { useDocument } from '#web/platform/documents.ts'
import { failureText } from '#web/platform/failureText.ts'
import { send } from '#web/platform/send.ts'
import { session } from '#web/platform/session.ts'
import { useFresh } from '#web/platform/useFresh.ts'
import { usePending } from '#web/platform/usePending.ts'
import { useSending } from '#web/platform/useSending.ts'
import type { DeclineDialogProps } from '#web/trips/DeclineDialog.tsx'
import { InvitationCard } from '#web/trips/InvitationCard.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { toast } from '#web/ui/toasts.tsx'

const DeclineDialog = onDemand<DeclineDialogProps>(
  async () => (await import('#web/trips/DeclineDialog.tsx')).DeclineDialog,
)

/** All of them: an organizer's list also holds those sent to others. */
const pendingInvites = { status: 'pending', direction: 'invite', limit: 100 }

export function Invitations() {
  const document = useDocument(listInvitations, {}, pendingInvites)
  const { user } = useSnapshot(session)
  useFresh(true, document)
  const { data, error, reload } = document
  const mine = data?.invitations.filter((one) => one.user.id === user?.id) ?? []
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
  if (mine.length === 0) return null
  return (
    <section aria-label="Invitations">
      <SectionTitle count={mine.length}>Invitations</SectionTitle>
      <ul className="grid gap-4 md:grid-cols-2 md:gap-5">
        {mine.map((invitation) => (
          <li key={invitation.id}>
            <Answerable invitation={invitation} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Answerable({ invitation }: { invitation: Invitation }) {
  const { trip } = invitation
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState<string>()
  const { isSending, run } = useSending()
  const isWaiting = usePending(trip.id, respondToInvitation).some(({ state }) => state === 'waiting')

  const answer = (response: 'accepted' | 'declined') =>
    run(async () => {
      setError(undefined)
      try {
        const sent = await send({
          call: respondToInvitation,
          params: { invitationId: invitation.id },
          body: { response },
          lane: trip.id,
          touches: ['/trip-invitations', '/trips?', `/trips/${trip.id}`],
        })
        setAsking(false)
        toast.outcome(sent, response === 'accepted' ? `You are in: ${trip.title}` : `You left ${trip.title}`)
      } catch (failure) {
        setError(failureText('Failed to answer the invitation', failure))
      }
    })

  return (
    <>
      <InvitationCard
        invitation={invitation}
        isSending={isSending}
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
        isSending={isSending}
        error={error}
        onDecline={() => answer('declined')}
      />
    </>
  )
}
