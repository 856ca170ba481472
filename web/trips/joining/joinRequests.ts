// Requests to join: their queries and their commands.

import { useSnapshot } from 'valtio'
import type { Invitation, ReducedTrip } from '#core/trips/responses.ts'
import { askToJoin, cancelInvitation, listInvitations } from '#core/trips/contract.ts'
import { type QueryState, useQuery } from '#web/platform/queries/queries.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { hasFailed } from '#web/records/commandStates.ts'
import { session } from '#web/platform/session/session.ts'
import { useCommands } from '#web/platform/outbox/useOutbox.ts'

const openRequests = { status: 'pending', direction: 'request', limit: 100 }

interface Requests {
  requests: Invitation[]
  invitationsQuery: QueryState<object>
}

/** The requests to join trips that this person organizes. @param tripId only of this trip; null loads none */
export function useReceivedRequests(tripId?: string | null): Requests {
  const query = tripId ? { ...openRequests, tripId } : openRequests
  const invitationsQuery = useQuery(listInvitations, tripId === null ? null : {}, query)
  const { user } = useSnapshot(session)
  return {
    requests:
      invitationsQuery.data?.invitations.filter((invitation) => invitation.user.id !== user?.id) ?? [],
    invitationsQuery,
  }
}

export interface OwnRequest {
  /** The commands that ask and that take it back, until they are done. */
  request: PendingCommand | undefined
  cancellation: PendingCommand | undefined
  /** Id of the open request; undefined until `query` has it. */
  requestId: string | undefined
  query: QueryState<object>
}

/** The request of this person for somebody else's trip. */
export function useOwnRequest({ id, joinRequest }: ReducedTrip): OwnRequest {
  const { user } = useSnapshot(session)
  const query = useQuery(listInvitations, joinRequest === 'pending' ? {} : null, {
    ...openRequests,
    tripId: id,
  })
  const isUnanswered = (command: PendingCommand) => !hasFailed([command])
  return {
    request: useCommands(id, askToJoin).find(isUnanswered),
    cancellation: useCommands(id, cancelInvitation).find(isUnanswered),
    requestId: query.data?.invitations.find((invitation) => invitation.user.id === user?.id)?.id,
    query,
  }
}
