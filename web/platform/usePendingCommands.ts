// The commands of one lane that are not confirmed yet: what a screen lays over what the server said.

import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import { isEndpoint } from '#web/platform/outbox/item.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { outbox } from '#web/platform/outbox/pendingCommands.ts'

/** @param lane as it was given to `send`: a trip's id. Those of one call only, if `call` is given; oldest first. */
export function usePendingCommands(lane: string, call?: Endpoint): readonly PendingCommand[] {
  const { items } = useSnapshot(outbox)
  // The same array as long as nothing changed: what is worked out from it is worked out once.
  return useMemo(
    () =>
      (items as readonly PendingCommand[]).filter(
        (item) => item.lane === lane && (!call || isEndpoint(item, call)),
      ),
    [items, lane, call],
  )
}

/** The same, asked at the moment of a press: a second tap comes before the screen was drawn again. */
export function pendingCommandsNow(lane: string, call: Endpoint): readonly PendingCommand[] {
  return outbox.items.filter((item) => item.lane === lane && isEndpoint(item, call))
}
