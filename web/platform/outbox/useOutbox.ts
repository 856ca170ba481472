// The pending commands of a lane, which a screen shows over the confirmed state. A component renders again only when one of
// the commands that it wants has changed: a change of the outbox is in the same task as the press that caused it.

import { useRef, useSyncExternalStore } from 'react'
import { snapshot, subscribe } from 'valtio'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'
import { type PendingCommand, outbox } from '#web/platform/outbox/outbox.ts'

/** Oldest first. @param endpoint only commands of this endpoint */
export const useCommands = (lane: string, endpoint?: Endpoint): readonly PendingCommand[] =>
  useOutbox((command) => command.lane === lane && (!endpoint || isEndpoint(command, endpoint)))

/** All commands that are wanted; the same array until one of them changes. */
export function useOutbox(isWanted: (command: PendingCommand) => boolean): readonly PendingCommand[] {
  const last = useRef<readonly PendingCommand[]>([])
  const select = () => {
    const wanted = snapshot(outbox).commands.filter((command) => isWanted(command as PendingCommand))
    const isSame =
      wanted.length === last.current.length &&
      wanted.every((command, index) => command === last.current[index])
    return isSame ? last.current : (last.current = wanted as PendingCommand[])
  }
  return useSyncExternalStore(subscribeToOutbox, select, select)
}

const subscribeToOutbox = (changed: () => void) => subscribe(outbox, changed)

/** Those that are not refused yet, for an event handler: a second tap comes before the next render. */
export function unansweredCommands(lane: string, endpoint: Endpoint): readonly PendingCommand[] {
  return outbox.commands.filter(
    (command) => command.lane === lane && command.state !== 'refused' && isEndpoint(command, endpoint),
  )
}
