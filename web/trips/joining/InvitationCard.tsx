// An invitation: who invites, to which trip, and the two answers. An invited person is on the trip already, so declining means
// leaving, and asks for confirmation.

import { useId, useState } from 'react'
import type { Invitation } from '#core/trips/responses.ts'
import { paths } from '#web/platform/page/paths.ts'
import { formatDateRange } from '#web/platform/time/format.ts'
import { useInvitationAnswer } from '#web/trips/joining/useAnswer.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CoverThumb } from '#web/ui/cover/Cover.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { LinkButton } from '#web/ui/buttons/LinkButton.tsx'
import { OutcomeMessage } from '#web/ui/feedback/OutcomeMessage.tsx'
import { SyncMark } from '#web/ui/feedback/SyncMark.tsx'

const LeavingDialog = lazyDialog(
  async () => (await import('#web/trips/joining/LeavingDialog.tsx')).LeavingDialog,
)

interface InvitationCardProps {
  invitation: Invitation
  /** False once it is answered. */
  isOpen: boolean
  /** Called before the answer is sent. */
  onAnswer: () => void
}

export function InvitationCard({ invitation, isOpen, onAnswer }: InvitationCardProps) {
  const { trip, invitedBy } = invitation
  const titleId = useId()
  const [isAsking, setAsking] = useState(false)
  const { answer, answered, isSubmitting, isWaiting, error, clearError } = useInvitationAnswer(invitation, {
    onAnswer,
    onDone: () => setAsking(false),
    done: (response) => (response === 'accepted' ? `You joined ${trip.title}` : `You left ${trip.title}`),
    failed: 'Failed to answer the invitation',
  })

  // The person who sent it cancelled it. Without any card the section hides.
  if (!isOpen && !answered) return null
  return (
    <li>
      <Card as="article" className="@container h-full">
        <div className="flex flex-wrap items-center gap-3">
          <CoverThumb trip={trip} className="size-13 rounded-card" />
          <div className="min-w-0 flex-[1_1_7rem]">
            <p className="text-secondary break-words text-muted">
              {invitedBy ? (
                <span>
                  <bdi className="font-semibold text-text">{invitedBy.username}</bdi> invites you
                </span>
              ) : (
                'You are invited to'
              )}
            </p>
            <h3 id={titleId} className="line-clamp-3 leading-5.5 font-semibold break-words">
              <bdi>{trip.title}</bdi>
            </h3>
            <p className="line-clamp-2 text-meta break-words text-muted">
              <bdi>{trip.destination}</bdi>
              <span>{`\u00a0·\u00a0${formatDateRange(trip.startDate, trip.endDate)}`}</span>
            </p>
          </div>
          <div className="flex flex-auto flex-wrap justify-end gap-2 @min-[280px]:flex-none @min-[280px]:flex-col">
            {isWaiting ? (
              <SyncMark />
            ) : !isOpen && answered === 'accepted' ? (
              <>
                <OutcomeMessage>You joined</OutcomeMessage>
                <LinkButton
                  size="sm"
                  variant="secondary"
                  href={paths.trip(trip.id)}
                  aria-describedby={titleId}
                >
                  Open Trip
                </LinkButton>
              </>
            ) : !isOpen ? (
              <OutcomeMessage>Declined</OutcomeMessage>
            ) : (
              <>
                <Button
                  size="sm"
                  busy={isSubmitting}
                  aria-describedby={titleId}
                  onClick={() => answer('accepted')}
                >
                  Accept
                </Button>
                <Button
                  size="sm"
                  variant="neutral"
                  disabled={isSubmitting}
                  aria-describedby={titleId}
                  {...LeavingDialog.prefetchProps}
                  onClick={() => setAsking(true)}
                >
                  Decline
                </Button>
              </>
            )}
          </div>
        </div>
        {error !== undefined && !isAsking && (
          <p role="alert" className="mt-3 text-secondary font-medium text-danger">
            {error}
          </p>
        )}
      </Card>
      <LeavingDialog
        tripId={trip.id}
        verb="Decline"
        open={isAsking}
        onClose={() => {
          setAsking(false)
          clearError()
        }}
        title="Decline the invitation?"
        submitText="Decline"
        busyText="Declining..."
        busy={isSubmitting}
        error={error}
        onConfirm={() => answer('declined')}
      >
        You leave{' '}
        <strong className="font-semibold text-text">
          <bdi>{trip.title}</bdi>
        </strong>{' '}
        and no longer see it.
      </LeavingDialog>
    </li>
  )
}
