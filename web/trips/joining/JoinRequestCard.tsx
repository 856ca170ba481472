// A request to join: who asks, for which trip, the message, and the organizer's two answers.

import { useId } from 'react'
import type { Invitation } from '#core/trips/responses.ts'
import { reloadQueries } from '#web/platform/queries/queryStore.ts'
import { formatRelative } from '#web/platform/time/format.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { type InvitationAnswer, useInvitationAnswer } from '#web/trips/joining/useInvitationAnswer.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { OutcomeMessage } from '#web/ui/feedback/OutcomeMessage.tsx'
import { SyncMark } from '#web/ui/feedback/SyncMark.tsx'

interface JoinRequestCardProps {
  request: Invitation
  showsTrip: boolean
  /** False once it is answered. */
  isOpen: boolean
  /** Called before the answer is sent. */
  onAnswer: () => void
}

export function JoinRequestCard({ request, showsTrip, isOpen, onAnswer }: JoinRequestCardProps) {
  const { trip, user, message, createdAt } = request
  const { answer, answered, isSubmitting, isWaiting, error } = useInvitationAnswer(request, {
    onAnswer,
    done: (response) =>
      response === 'accepted' ? `${user.username} is in: ${trip.title}` : 'Request declined',
    failed: 'Failed to answer the request',
    // The person who asked may have cancelled the request.
    onFailed: () => void reloadQueries(['/trip-invitations']),
  })
  const titleId = useId()
  const now = useNow()

  // The person who asked cancelled it. Without any card the section hides.
  if (!isOpen && !answered) return null
  return (
    <li>
      <Card as="article" className="flex h-full flex-col">
        <div className="flex items-start gap-3">
          <Avatar id={user.id} name={user.username} />
          <div className="min-w-0">
            <p id={titleId} className="break-words text-muted">
              <bdi className="font-semibold text-text">{user.username}</bdi>
              <span>{` ${isOpen ? 'asks' : 'asked'} to join`}</span>
              {showsTrip && (
                <>
                  {' '}
                  <bdi className="font-semibold text-text">{trip.title}</bdi>
                </>
              )}
            </p>
            <p className="text-secondary text-muted">
              <time dateTime={createdAt}>{formatRelative(createdAt, now)}</time>
            </p>
          </div>
        </div>
        {message !== null && (
          <blockquote
            dir="auto"
            className="mt-3 rounded-field bg-surface-2 px-3.5 py-2.5 break-words whitespace-pre-line"
          >
            {message}
          </blockquote>
        )}
        {error !== undefined && (
          <p role="alert" className="mt-3 text-secondary font-medium text-danger">
            {error}
          </p>
        )}
        <div className="mt-auto flex flex-wrap items-center justify-end gap-2 pt-3">
          {isWaiting ? (
            <SyncMark text="answer: waiting to sync" />
          ) : !isOpen ? (
            <OutcomeMessage>{answered === 'accepted' ? 'Joined' : 'Declined'}</OutcomeMessage>
          ) : (
            <Answers
              titleId={titleId}
              sendingAnswer={isSubmitting ? answered : undefined}
              onAnswer={answer}
            />
          )}
        </div>
      </Card>
    </li>
  )
}

interface AnswersProps {
  titleId: string
  /** The answer that is being sent. */
  sendingAnswer: InvitationAnswer | undefined
  onAnswer: (response: InvitationAnswer) => void
}

function Answers({ titleId, sendingAnswer, onAnswer }: AnswersProps) {
  return (
    <>
      <Button
        size="sm"
        aria-describedby={titleId}
        disabled={sendingAnswer === 'declined'}
        busy={sendingAnswer === 'accepted'}
        busyText="Accepting..."
        onClick={() => onAnswer('accepted')}
      >
        Accept
      </Button>
      <Button
        size="sm"
        variant="neutral"
        aria-describedby={titleId}
        disabled={sendingAnswer === 'accepted'}
        busy={sendingAnswer === 'declined'}
        busyText="Declining..."
        onClick={() => onAnswer('declined')}
      >
        Decline
      </Button>
    </>
  )
}
