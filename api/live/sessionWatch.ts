// Closes the sockets and event streams of a session that has ended, also in another process.

import { sessionValidityStreamTypes } from '#core/people/decider.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'
import { idIn } from '#projections/platform/projection.ts'

/** Takes each event of the log, and the stream of a session that ended without one. */
export function createSessionWatch(
  channels: readonly { recheckSessions(userId: string): Promise<void> }[],
): (event: Pick<StoredEvent, 'stream'>) => Promise<void> {
  return async ({ stream }) => {
    if (!sessionValidityStreamTypes.some(({ prefix }) => stream.startsWith(prefix))) return
    await Promise.all(channels.map((channel) => channel.recheckSessions(idIn(stream))))
  }
}
