// The action for a person who is not on a public trip: ask to join, or cancel the request.

import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { isJoinable } from '#core/trips/isJoinable.ts'
import type { ReducedTrip } from '#core/trips/responses.ts'
import { cancelInvitation } from '#core/trips/contract.ts'
import { reloadQueries, tripPaths } from '#web/platform/queries/queryStore.ts'
import { failureText } from '#web/platform/outbox/failureText.ts'
import { needsPasswordFirst } from '#web/platform/session/keepingAccount.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import { useSubmit } from '#web/platform/forms/useSubmit.ts'
import { useOwnRequest } from '#web/trips/joining/joinRequests.ts'
import { sendTripCommand } from '#web/trips/tripCommands.ts'
import { failures } from '#web/records/failures.ts'
import { CommandMark } from '#web/records/CommandMark.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { StatusChip } from '#web/ui/feedback/StatusChip.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

export const LazyAskToJoinDialog = lazyDialog(
  async () => (await import('#web/trips/joining/AskToJoinDialog.tsx')).AskToJoinDialog,
)

export const AskedChip = () => <StatusChip tone="info">Asked to join</StatusChip>

interface JoinActionProps {
  trip: ReducedTrip
  /** Id of the element with the trip's title, which describes the button. */
  titleId?: string
  /** 'sm' on a card, which shows itself that one has asked. */
  size?: 'sm' | 'md'
}

export function JoinAction({ trip, titleId, size = 'md' }: JoinActionProps) {
  const [isAsking, setAsking] = useState(false)
  const today = useToday()
  const { request, cancellation, requestId, query } = useOwnRequest(trip)
  const { isSubmitting, run } = useSubmit()

  const cancel = async () => {
    if (requestId === undefined) {
      if (query.error) toast.error('Network error occurred. Please try again.')
      return void reloadQueries(tripPaths(trip.id))
    }
    try {
      const params = { invitationId: requestId }
      const sent = await sendTripCommand(trip.id, { endpoint: cancelInvitation, params })
      toast.outcome(sent, 'Request cancelled', failures.joinRequest.remove)
    } catch (failure) {
      toast.error(failureText(failures.joinRequest.remove, failure))
      // The organizer may have answered the request already.
      void reloadQueries(tripPaths(trip.id))
    }
  }

  const hasRequested = trip.joinRequest === 'pending'
  const command = request ?? cancellation
  const isWaiting = command?.state === 'waiting'
  // Also of a request that is known: it may be an earlier one, which was declined.
  const isReading = query.isLoading
  return (
    <>
      <div
        className={`flex flex-wrap items-center gap-x-3 gap-y-2 ${hasRequested && !isWaiting && size === 'sm' ? '-me-3' : ''}`}
      >
        {hasRequested && size === 'md' && <AskedChip />}
        {isWaiting ? (
          <CommandMark command={command} label={request ? 'request' : 'cancellation'} />
        ) : !hasRequested && !isJoinable(trip, today) ? (
          <p className="text-secondary text-muted">
            {trip.status === 'cancelled' ? 'This trip was cancelled.' : 'This trip is over.'}
          </p>
        ) : (
          // One button for both actions, so that the focus stays on it.
          <Button
            {...(titleId !== undefined && { 'aria-describedby': titleId })}
            key="act"
            size={size}
            // On a card the open trip or the page has the primary button.
            variant={hasRequested ? 'quiet' : size === 'sm' ? 'secondary' : 'primary'}
            {...(!hasRequested && size === 'md' && { icon: UserPlus })}
            // While the dialog is open, the dialog shows that the request is being sent.
            busy={isReading || isSubmitting || (command !== undefined && !isAsking)}
            {...(!isReading && { busyText: request ? 'Sending...' : 'Cancelling...' })}
            {...LazyAskToJoinDialog.prefetchProps}
            onClick={() => (hasRequested ? run(cancel) : needsPasswordFirst() || setAsking(true))}
          >
            {hasRequested ? 'Cancel request' : 'Ask to join'}
          </Button>
        )}
      </div>
      <LazyAskToJoinDialog open={isAsking} onClose={() => setAsking(false)} trip={trip} />
    </>
  )
}
