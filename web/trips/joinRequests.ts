// Requests to join: which documents hold them, and what of them is still on its way.

import { useSnapshot } from 'valtio'
import type { Invitation, ReducedTrip } from '#core/trips/responses.ts'
import { askToJoin, cancelInvitation, listInvitations } from '#core/trips/contract.ts'
import type { QueryState } from '#web/platform/queries.ts'
import { useQuery } from '#web/platform/queries.ts'
import { calendarDateOf } from '#web/platform/format.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { session } from '#web/platform/session.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'

const pending = { status: 'pending', direction: 'request', limit: 100 }

/** What a request, its answer and its end change. */
export const touchedBy = (tripId: string): string[] => [`/trips/${tripId}`, '/trips?', '/trip-invitations']

interface Requests {
  requests: Invitation[]
  document: QueryState<object>
}

/** What others ask of me. @param tripId of one trip alone; null reads nothing */
export function useRequestsToMe(tripId?: string | null): Requests {
  const query = tripId ? { ...pending, tripId } : pending
  const document = useQuery(listInvitations, tripId === null ? null : {}, query)
  const { user } = useSnapshot(session)
  return { requests: document.data?.invitations.filter((one) => one.user.id !== user?.id) ?? [], document }
}

export interface OwnRequest {
  /** Asked, unsent. */
  asking: PendingCommand | undefined
  /** Taken back, unsent. */
  cancelling: PendingCommand | undefined
  /** Of the request that waits for its answer; undefined while it is not read. */
  requestId: string | undefined
}

/** What I asked of somebody's trip. */
export function useOwnRequest({ id, joinRequest }: ReducedTrip): OwnRequest {
  const { user } = useSnapshot(session)
  const query = { ...pending, tripId: id }
  const { data } = useQuery(listInvitations, joinRequest === 'pending' ? {} : null, query)
  const isUnderWay = ({ state }: PendingCommand) => state !== 'refused'
  return {
    asking: usePendingCommands(id, askToJoin).find(isUnderWay),
    cancelling: usePendingCommands(id, cancelInvitation).find(isUnderWay),
    requestId: data?.invitations.find((one) => one.user.id === user?.id)?.id,
  }
}

/** Nobody comes along to what is over or called off. @param now milliseconds since 1970 */
export function isOver({ endDate, status }: ReducedTrip, now: number): boolean {
  return status === 'completed' || status === 'cancelled' || endDate < calendarDateOf(new Date(now))
}
