// Somebody asks to come along: who, to what, in their words, and the organizer's two answers.

import { useId, useState } from 'react'
import type { Invitation } from '#core/trips/responses.ts'
import { respondToInvitation } from '#core/trips/contract.ts'
import { reloadQueries } from '#web/platform/queries.ts'
import { failureText } from '#web/platform/failureText.ts'
import { formatRelative } from '#web/platform/format.ts'
import { send } from '#web/platform/send.ts'
import { useNow } from '#web/platform/useNow.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'
import { useSubmit } from '#web/platform/useSubmit.ts'
import { touchedBy } from '#web/trips/joinRequests.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { OutcomeMessage } from '#web/ui/OutcomeMessage.tsx'
import { PendingMark } from '#web/ui/PendingMark.tsx'
import { toast } from '#web/ui/toasts.tsx'

const FAILED = 'Failed to answer the request'

interface JoinRequestCardProps {
  request: Invitation
  /** Where the place does not say which trip it is. */
  named: boolean
  /** False once it was answered. */
  isPending: boolean
  /** Keeps its place. */
  onAnswer: () => void
}

export function JoinRequestCard({ request, named, isPending, onAnswer }: JoinRequestCardProps) {
  const { id, trip, user, message, createdAt } = request
  const [error, setError] = useState<string>()
  const [answered, setAnswered] = useState<'accepted' | 'declined'>()
  const { isSubmitting, run } = useSubmit()
  const isWaiting = usePendingCommands(trip.id, respondToInvitation).some(
    ({ state, params }) => state === 'waiting' && params['invitationId'] === id,
  )
  const titleId = useId()
  const now = useNow(60_000)

  const answer = (response: 'accepted' | 'declined') => {
    onAnswer()
    run(async () => {
      setError(undefined)
      setAnswered(response)
      const touches = touchedBy(trip.id)
      try {
        const params = { invitationId: id }
        const sent = await send({
          call: respondToInvitation,
          params,
          body: { response },
          lane: trip.id,
          touches,
        })
        const done = response === 'accepted' ? `${user.username} is in: ${trip.title}` : 'Request declined'
        toast.outcome(sent, done, FAILED)
      } catch (failure) {
        setError(failureText(FAILED, failure))
        setAnswered(undefined)
        // Its asker may have taken it back meanwhile.
        void reloadQueries(['/trip-invitations'])
      }
    })
  }

  // Taken back by its asker.
  if (!isPending && !answered) return null
  return (
    <li>
      <Card as="article" className="flex h-full flex-col border-primary">
        <div className="flex items-start gap-3">
          <Avatar id={user.id} name={user.username} />
          <div className="min-w-0">
            <p id={titleId} className="break-words text-muted">
              <bdi className="font-semibold text-text">{user.username}</bdi> {isPending ? 'asks' : 'asked'} to
              join
              {named && (
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
        <div className="mt-auto flex flex-wrap items-center gap-2 pt-4 *:flex-1">
          {!isPending ? (
            <OutcomeMessage>{answered === 'accepted' ? 'Joined' : 'Declined'}</OutcomeMessage>
          ) : isWaiting ? (
            <PendingMark text="answer: waiting to sync" />
          ) : (
            <>
              <Button
                variant="secondary"
                aria-describedby={titleId}
                disabled={isSubmitting && answered === 'accepted'}
                busy={isSubmitting && answered === 'declined'}
                busyText="Declining..."
                onClick={() => answer('declined')}
              >
                Decline
              </Button>
              <Button
                aria-describedby={titleId}
                disabled={isSubmitting && answered === 'declined'}
                busy={isSubmitting && answered === 'accepted'}
                busyText="Accepting..."
                onClick={() => answer('accepted')}
              >
                Accept
              </Button>
            </>
          )}
        </div>
      </Card>
    </li>
  )
}
