// An invitation: who invites, to which trip, and the two answers.

import { useId } from 'react'
import type { Invitation } from '#core/trips/responses.ts'
import { paths } from '#web/platform/paths.ts'
import { formatDateRange } from '#web/platform/format.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { OutcomeMessage } from '#web/ui/OutcomeMessage.tsx'
import { PendingMark } from '#web/ui/PendingMark.tsx'

interface InvitationCardProps {
  invitation: Invitation
  /** The answer given, once there is one. */
  answered: 'accepted' | 'declined' | undefined
  isSending: boolean
  /** The answer waits for the network. */
  isWaiting: boolean
  error: string | undefined
  onAccept: () => void
  onDecline: () => void
  onDeclineIntent: () => void
}

export function InvitationCard(props: InvitationCardProps) {
  const { invitation, answered, isSending, isWaiting, error, onAccept, onDecline, onDeclineIntent } = props
  const { trip, invitedBy } = invitation
  const titleId = useId()
  return (
    <Card as="article" className="flex h-full flex-col border-primary">
      <div className="flex items-start gap-3">
        {invitedBy && <Avatar id={invitedBy.id} name={invitedBy.username} />}
        <div className="min-w-0">
          <p className="text-secondary break-words text-muted">
            {invitedBy ? (
              <>
                <bdi className="font-semibold text-text">{invitedBy.username}</bdi> invited you to
              </>
            ) : (
              'You are invited to'
            )}
          </p>
          <h3 id={titleId} className="line-clamp-3 text-title font-semibold break-words">
            <bdi>{trip.title}</bdi>
          </h3>
          <p className="mt-1 line-clamp-2 break-words text-muted">
            <bdi>{trip.destination}</bdi>
          </p>
          <p className="text-muted">{formatDateRange(trip.startDate, trip.endDate)}</p>
        </div>
      </div>
      {error !== undefined && (
        <p role="alert" className="mt-3 text-secondary font-medium text-danger">
          {error}
        </p>
      )}
      <div className="mt-auto flex flex-wrap items-center gap-2 pt-4 *:flex-1">
        {answered === 'accepted' ? (
          <>
            <OutcomeMessage>You joined</OutcomeMessage>
            <LinkButton variant="secondary" href={paths.trip(trip.id)} aria-describedby={titleId}>
              Open Trip
            </LinkButton>
          </>
        ) : answered === 'declined' ? (
          <OutcomeMessage>Declined</OutcomeMessage>
        ) : isWaiting ? (
          <PendingMark />
        ) : (
          <>
            <Button
              variant="secondary"
              disabled={isSending}
              aria-describedby={titleId}
              onPointerEnter={onDeclineIntent}
              onFocus={onDeclineIntent}
              onClick={onDecline}
            >
              Decline
            </Button>
            <Button busy={isSending} aria-describedby={titleId} onClick={onAccept}>
              Accept
            </Button>
          </>
        )}
      </div>
    </Card>
  )
}
