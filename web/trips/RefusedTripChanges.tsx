// The commands of trips that were refused after their form had closed, each with Retry and Discard: those that no row
// shows, as a chat or an entry of the history has no place for them.

import { changeTripChat, deleteTripChat } from '#core/chat/tripChatContract.ts'
import { restoreChange, undoChange } from '#core/history/contract.ts'
import {
  askToJoin,
  cancelInvitation,
  changeTrip,
  deleteTrip,
  inviteToTrip,
  leaveTrip,
  planTrip,
  respondToInvitation,
} from '#core/trips/contract.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { useOutbox } from '#web/platform/outbox/usePendingCommands.ts'
import { foundNamesOf } from '#web/trips/participants/foundNames.ts'
import { tripFailures } from '#web/platform/outbox/tripFailures.ts'
import { RefusedBanner } from '#web/ui/feedback/RefusedNote.tsx'

const failures = [
  { endpoint: planTrip, text: tripFailures.plan },
  { endpoint: changeTrip, text: tripFailures.change },
  { endpoint: deleteTrip, text: tripFailures.delete },
  { endpoint: leaveTrip, text: tripFailures.leave },
  { endpoint: inviteToTrip, text: tripFailures.invite },
  { endpoint: respondToInvitation, text: 'Failed to answer the invitation or request' },
  { endpoint: askToJoin, text: tripFailures.askToJoin },
  { endpoint: cancelInvitation, text: tripFailures.cancelRequest },
  { endpoint: changeTripChat, text: tripFailures.changeChat },
  { endpoint: deleteTripChat, text: tripFailures.deleteChat },
  { endpoint: undoChange, text: tripFailures.undo },
  { endpoint: restoreChange, text: tripFailures.restore },
]

/** It is shown with the trips, whatever became of its own. */
export const isRefusedTripChange = (command: PendingCommand): boolean =>
  failures.some(({ endpoint }) => isEndpoint(command, endpoint))

export interface RefusedTripChangesProps {
  /** Only those of this trip. */
  tripId?: string
  /** The trips that the banners name. */
  trips: readonly { id: string; title: string }[]
}

export function RefusedTripChanges({ tripId, trips }: RefusedTripChangesProps) {
  // The lane is the trip of each: the answer to an invitation names only the invitation.
  const isShown = ({ state, lane }: PendingCommand) =>
    state === 'refused' && (tripId === undefined || lane === tripId)
  return useOutbox(isShown).map((item) => {
    const failed = failures.find(({ endpoint }) => isEndpoint(item, endpoint))
    if (!failed) return null
    const trip = trips.find(({ id }) => id === item.lane)
    const { title, userIds } = (item.body ?? {}) as { title?: string; userIds?: string[] }
    const about = trip?.title ?? title
    return (
      <RefusedBanner key={item.key} command={item} title={failed.text}>
        {about !== undefined && (
          <span>
            <bdi className="font-medium break-words">{about}</bdi>:{' '}
          </span>
        )}
        {userIds && (
          <span>
            <bdi>{foundNamesOf(userIds)}</bdi>:{' '}
          </span>
        )}
        <span>{item.error}</span>
      </RefusedBanner>
    )
  })
}
