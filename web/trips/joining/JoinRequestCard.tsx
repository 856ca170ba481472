// A request to join: who asks, for which trip, the message, and the organizer's two answers.

import type { Invitation } from '#core/trips/responses.ts'
import { reloadQueries } from '#web/platform/queries/queryStore.ts'
import { AnswerCard } from '#web/trips/joining/AnswerCard.tsx'
import { useInvitationAnswer } from '#web/trips/joining/useAnswer.ts'
import { OutcomeMessage } from '#web/ui/feedback/OutcomeMessage.tsx'

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
  const answering = useInvitationAnswer(request, {
    onAnswer,
    done: (response) =>
      response === 'accepted' ? `${user.username} is in: ${trip.title}` : 'Request declined',
    failed: 'Failed to answer the request',
    // The person who asked may have cancelled the request.
    onFailed: () => void reloadQueries(['/trip-invitations']),
  })
  const { answered } = answering
  // The person who asked cancelled it. Without any card the section hides.
  if (!isOpen && !answered) return null
  return (
    <li>
      <AnswerCard
        person={{ id: user.id, name: user.username }}
        title={
          <span className="text-muted">
            <bdi className="font-semibold text-text">{user.username}</bdi>
            <span>{` ${isOpen ? 'asks' : 'asked'} to join`}</span>
            {showsTrip && (
              <>
                {' '}
                <bdi className="font-semibold text-text">{trip.title}</bdi>
              </>
            )}
          </span>
        }
        at={createdAt}
        answering={answering}
        labels={{
          accepted: { text: 'Accept', busyText: 'Accepting...' },
          declined: { text: 'Decline', busyText: 'Declining...' },
        }}
        outcome={
          isOpen ? null : <OutcomeMessage>{answered === 'accepted' ? 'Joined' : 'Declined'}</OutcomeMessage>
        }
      >
        {message !== null && (
          <blockquote
            dir="auto"
            className="rounded-field bg-surface-2 px-3.5 py-2.5 break-words whitespace-pre-line"
          >
            {message}
          </blockquote>
        )}
      </AnswerCard>
    </li>
  )
}
