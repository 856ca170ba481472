// The people who could not be invited by a command that waited for the network: an invitation of theirs, refused.

import { idFrom, newIdOf } from '#core/kernel/ids.ts'
import { inviteToTrip, planTrip } from '#core/trips/contract.ts'
import type { FailedInvite } from '#core/trips/responses.ts'
import { isEndpoint, type OutboxCommand } from '#web/platform/outbox/outboxCommand.ts'
import { tripPaths } from '#web/platform/queries/queryStore.ts'

interface Invited {
  /** The planned trip; missing in the response to an invitation. */
  trip?: { id: string }
  failed: readonly FailedInvite[]
}

/**
 * Null if everybody was invited, and for other commands. Its key follows from the command's, so that the repeat of a
 * command whose response was lost adds it once.
 */
export function refusedInvitations(
  { key: madeBy, by, at, endpoint, params: { tripId: invitedTo } }: Omit<OutboxCommand, 'body'>,
  response: unknown,
): OutboxCommand | null {
  if (![inviteToTrip, planTrip].some((one) => isEndpoint({ endpoint }, one))) return null
  const { trip, failed } = response as Invited
  if (failed.length === 0) return null
  const tripId = trip?.id ?? invitedTo!
  const key = idFrom(by, `refused part of ${madeBy}`)
  const message = [...new Set(failed.map((one) => one.message))].join('. ')
  return {
    key,
    id: newIdOf(inviteToTrip, { tripId }, by, key),
    by,
    at,
    endpoint: inviteToTrip,
    params: { tripId },
    body: { userIds: failed.map(({ userId }) => userId) },
    ifMatch: undefined,
    lane: tripId,
    touches: tripPaths(tripId),
    refusal: { status: 200, code: 'PARTLY_REFUSED', message, fields: {} },
  }
}
