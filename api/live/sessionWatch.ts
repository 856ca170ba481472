// A session that ended takes its sockets along, also when another process ended it.

import { accountKind, credentialsKind, sessionsKind } from '#core/people/decider.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'
import { idIn } from '#projections/platform/view.ts'
import type { Live } from '#api/live/live.ts'

const prefixes = [accountKind.prefix, credentialsKind.prefix, sessionsKind.prefix]

/** Takes each event of the log. */
export function createSessionWatch(live: Live): (event: StoredEvent) => Promise<void> {
  return async ({ stream }) => {
    if (prefixes.some((prefix) => stream.startsWith(prefix))) await live.recheck(idIn(stream))
  }
}
