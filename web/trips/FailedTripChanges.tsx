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
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { FailedCommands, useFailedCommands } from '#web/records/FailedCommands.tsx'
import { foundNamesOf } from '#web/trips/participants/foundNames.ts'
import { tripFailures } from '#web/platform/outbox/tripFailures.ts'

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

const failureOf = (command: PendingCommand): string | undefined =>
  failures.find(({ endpoint }) => isEndpoint(command, endpoint))?.text

/** It is shown with the trips, whatever became of its own. */
export const isTripChange = (command: PendingCommand): boolean => failureOf(command) !== undefined

export interface FailedTripChangesProps {
  /** Only those of this trip. */
  tripId?: string
  /** The trips that the banners name. */
  trips: readonly { id: string; title: string }[]
}

export function FailedTripChanges({ tripId, trips }: FailedTripChangesProps) {
  // The lane is the trip of each: the answer to an invitation names only the invitation.
  const commands = useFailedCommands(
    (command) => (tripId === undefined || command.lane === tripId) && isTripChange(command),
  )
  return (
    <FailedCommands
      commands={commands}
      titleOf={(command) => failureOf(command) ?? ''}
      renderText={({ lane, body, error }) => {
        const { title, userIds } = (body ?? {}) as { title?: string; userIds?: string[] }
        const about = trips.find(({ id }) => id === lane)?.title ?? title
        return (
          <>
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
            <span>{error}</span>
          </>
        )
      }}
    />
  )
}
