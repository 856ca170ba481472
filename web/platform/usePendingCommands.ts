// The pending commands of a lane, which a screen shows over the confirmed state.

import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import { isEndpoint } from '#web/platform/outbox/outboxItem.ts'
import { type PendingCommand, outbox } from '#web/platform/outbox/pendingCommands.ts'

/** Oldest first. @param endpoint only commands of this endpoint */
export function usePendingCommands(lane: string, endpoint?: Endpoint): readonly PendingCommand[] {
  const { items } = useSnapshot(outbox)
  // The same array until something changes, so that derived values are computed once.
  return useMemo(
    () =>
      (items as readonly PendingCommand[]).filter(
        (item) => item.lane === lane && (!endpoint || isEndpoint(item, endpoint)),
      ),
    [items, lane, endpoint],
  )
}

/** Their present state, for an event handler: a second tap comes before the next render. */
export function pendingCommandsNow(lane: string, endpoint: Endpoint): readonly PendingCommand[] {
  return outbox.items.filter((item) => item.lane === lane && isEndpoint(item, endpoint))
}
