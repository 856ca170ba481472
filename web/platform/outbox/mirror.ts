// The pending commands of this page in memory: those in the store, and those that the store could not write, for lack of
// space or of a response. The latter are sent from memory, so nothing here rejects or waits for a broken store.

import type { OutboxCommand, OrderedCommand, SendRefusal } from '#web/platform/outbox/outboxCommand.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'

export interface OutboxMirror {
  /** All commands: the sendable ones in their order, then those that the store is writing. */
  commands(): (OutboxCommand & { isMemoryOnly: boolean })[]
  /** The commands in the order they are sent. */
  sendable(): OrderedCommand[]
  /** Commands that would be lost with this page, because the store does not have them yet. */
  unstored(): OutboxCommand[]
  /** Reads the store, which another tab may have changed. */
  sync(): Promise<void>
  /** The command is listed at once, and sendable when this resolves. */
  add(command: OutboxCommand): Promise<void>
  refuse(command: OrderedCommand, refusal: SendRefusal): Promise<void>
  /** Makes a refused command sendable again, after the others. */
  reopen(key: string): Promise<void>
  remove(key: string): Promise<void>
}

/** Over 80 lines, because it is one state machine. @param onChange is called after each change of the commands */
export function createMirror(store: OutboxStore, onChange: () => void): OutboxMirror {
  /** As last read from the store. */
  let stored: OrderedCommand[] = []
  /** Commands that the store is writing, by key. */
  const storing = new Map<string, OutboxCommand>()
  /** Commands that the store could not write, by key. */
  const inMemory = new Map<string, OrderedCommand>()
  /** Keys removed here: a store that cannot remove them must not have them sent again. */
  const removed = new Set<string>()
  /** Those of `removed` that the store could not remove. */
  const removalFailed = new Set<string>()
  let changeCount = 0

  function change(update: (all: OrderedCommand[]) => OrderedCommand[]): void {
    changeCount += 1
    stored = update(stored)
    onChange()
  }

  /** Reads again if something changed here meanwhile. */
  async function sync(): Promise<void> {
    for (;;) {
      const countBefore = changeCount
      const all = await store.all().catch(() => null)
      // Without the store, a command that another tab has sent is sent again; the server ignores the repeat.
      if (!all) return
      if (countBefore !== changeCount) continue
      for (const { key } of all) if (removalFailed.delete(key)) void remove(key)
      const next = all.filter(({ key }) => !removed.has(key))
      // The store has written these after all.
      for (const { key } of next) if (!inMemory.get(key)?.refusal) inMemory.delete(key)
      const isChanged = summaryOf(next) !== summaryOf(stored)
      stored = next
      if (isChanged) onChange()
      return
    }
  }

  async function add(command: OutboxCommand): Promise<void> {
    const { key } = command
    storing.set(key, command)
    removed.delete(key)
    removalFailed.delete(key)
    onChange()
    try {
      const added = await store.add(command)
      if (!storing.delete(key)) return await remove(key)
      inMemory.delete(key)
      change((all) => [...all.filter((command) => command.key !== key), added])
    } catch {
      if (!storing.delete(key)) return
      inMemory.set(key, { ...command, order: Infinity })
      change((all) => all)
    }
  }

  async function remove(key: string): Promise<void> {
    storing.delete(key)
    inMemory.delete(key)
    removed.add(key)
    change((all) => all.filter((command) => command.key !== key))
    await store.remove(key).then(
      () => removed.delete(key),
      () => removalFailed.add(key),
    )
  }

  const sendable = () => mergeByTime(stored, inMemory)
  return {
    commands: () => [
      ...sendable()
        .filter(({ key }) => !storing.has(key))
        .map((command) => ({ ...command, isMemoryOnly: inMemory.has(command.key) })),
      ...[...storing.values()].map((command) => ({ ...command, isMemoryOnly: false })),
    ],
    sendable,
    unstored: () => [...inMemory.values(), ...storing.values()],
    sync,
    add,
    remove,
    async refuse(command, refusal) {
      const { key } = command
      const isStored = await store.refuse(key, refusal).then(
        () => !inMemory.has(key),
        () => false,
      )
      if (!isStored && !removed.has(key)) inMemory.set(key, { ...command, refusal })
      change((all) => all.map((command) => (command.key === key ? { ...command, refusal } : command)))
    },
    async reopen(key) {
      const command = sendable().find((candidate) => candidate.key === key)
      if (!command?.refusal) return
      if (inMemory.has(key)) return add({ ...command, refusal: null })
      change((all) => [...all.filter((candidate) => candidate !== command), { ...command, refusal: null }])
      await store.reopen(key).catch(() => undefined)
    },
  }
}

/** Commands in memory stand before the first stored one that is newer. */
function mergeByTime(
  stored: readonly OrderedCommand[],
  inMemory: ReadonlyMap<string, OrderedCommand>,
): OrderedCommand[] {
  const all = stored.filter(({ key }) => !inMemory.has(key))
  for (const command of inMemory.values()) {
    const newer = all.findIndex(({ at }) => at > command.at)
    all.splice(newer === -1 ? all.length : newer, 0, command)
  }
  return all
}

const summaryOf = (commands: readonly OrderedCommand[]): string =>
  commands.map(({ key, refusal }) => `${key} ${refusal !== null}`).join()
