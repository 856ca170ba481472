// A session that ended takes its sockets and streams along, also when another process ended it.

import { accountStreamType, credentialsStreamType, sessionsStreamType } from '#core/people/decider.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'
import { idIn } from '#projections/platform/projection.ts'

const prefixes = [accountStreamType.prefix, credentialsStreamType.prefix, sessionsStreamType.prefix]

/** Takes each event of the log. */
export function createSessionWatch(
  channels: readonly { recheck(userId: string): Promise<void> }[],
): (event: StoredEvent) => Promise<void> {
  return async ({ stream }) => {
    if (!prefixes.some((prefix) => stream.startsWith(prefix))) return
    await Promise.all(channels.map((channel) => channel.recheck(idIn(stream))))
  }
}
