// What somebody who is not on a public trip can do about it: ask to join, see that they have, take it back.

import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { ReducedTrip } from '#core/trips/responses.ts'
import { cancelInvitation } from '#core/trips/contract.ts'
import { reloadQueries } from '#web/platform/queries.ts'
import { failureText } from '#web/platform/failureText.ts'
import { send } from '#web/platform/send.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useSubmit } from '#web/platform/useSubmit.ts'
import type { AskToJoinDialogProps } from '#web/trips/AskToJoinDialog.tsx'
import { isOver, touchedBy, useOwnRequest } from '#web/trips/joinRequests.ts'
import { Button } from '#web/ui/Button.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { UnsentNote } from '#web/ui/UnsentNote.tsx'

const FAILED = 'Failed to cancel the request'

export const AskToJoinDialog = onDemand<AskToJoinDialogProps>(
  async () => (await import('#web/trips/AskToJoinDialog.tsx')).AskToJoinForm,
)

interface JoinActionProps {
  trip: ReducedTrip
  /** The id of the trip's name, which tells one button of a list from the next. */
  titleId?: string
  size?: 'sm' | 'md'
}

export function JoinAction({ trip, titleId, size = 'md' }: JoinActionProps) {
  const [asks, setAsks] = useState(false)
  const now = useNow(60_000)
  const { asking, cancelling, requestId } = useOwnRequest(trip)
  const { isSubmitting, run } = useSubmit()

  const takeBack = async () => {
    const touches = touchedBy(trip.id)
    if (requestId === undefined) {
      toast.error('Network error occurred. Please try again.')
      return void reloadQueries(touches)
    }
    try {
      const params = { invitationId: requestId }
      const sent = await send({ call: cancelInvitation, params, lane: trip.id, touches })
      toast.outcome(sent, 'Request cancelled', FAILED)
    } catch (failure) {
      toast.error(failureText(FAILED, failure))
      // The organizer may have answered it meanwhile.
      void reloadQueries(touches)
    }
  }

  const hasAsked = trip.joinRequest === 'pending'
  const unsent = asking ?? cancelling
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {hasAsked && <StatusChip tone="info">Asked to join</StatusChip>}
        {unsent?.state === 'waiting' ? (
          <UnsentNote item={unsent} what={asking ? 'request' : 'cancellation'} />
        ) : !hasAsked && isOver(trip, now) ? (
          <p className="text-secondary text-muted">
            {trip.status === 'cancelled' ? 'This trip was cancelled.' : 'This trip is over.'}
          </p>
        ) : (
          // One button, whatever it does now: the focus stays on it.
          <Button
            {...(titleId !== undefined && { 'aria-describedby': titleId })}
            key="act"
            size={size}
            variant={hasAsked ? 'secondary' : 'primary'}
            {...(!hasAsked && { icon: UserPlus })}
            // While the dialog is open it says itself that the request is being sent.
            busy={isSubmitting || (unsent !== undefined && !asks)}
            busyText={asking ? 'Sending...' : 'Cancelling...'}
            onPointerEnter={AskToJoinDialog.prefetch}
            onFocus={AskToJoinDialog.prefetch}
            onClick={() => (hasAsked ? run(takeBack) : setAsks(true))}
          >
            {hasAsked ? 'Cancel request' : 'Ask to join'}
          </Button>
        )}
      </div>
      <AskToJoinDialog open={asks} onClose={() => setAsks(false)} trip={trip} />
    </>
  )
}
