// The pending commands of this page in memory: those in the store, and those that the store could not write, for lack of
// space or of a response. The latter are sent from memory, so nothing here rejects or waits for a broken store. Another tab
// sends what is stored, so a command is never stored before an earlier one of its lane.

import type { OutboxCommand, OrderedCommand, SendRefusal } from '#web/platform/outbox/outboxCommand.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'

export interface OutboxMirror {
  /** All commands: the sendable ones in their order, then those that the store is writing. */
  commands(): (OutboxCommand & { isMemoryOnly: boolean })[]
  /** The commands in the order they are sent. */
  sendable(): OrderedCommand[]
  /** Commands that would be lost with this page, because the store does not have them yet. */
  unstored(): OutboxCommand[]
  /** Reads the store, which another tab may have changed. @returns whether it could be read */
  sync(): Promise<boolean>
  /** The commands, all of one lane, are listed at once, and sendable when this resolves. */
  add(...commands: readonly OutboxCommand[]): Promise<void>
  refuse(command: OrderedCommand, refusal: SendRefusal): Promise<void>
  /** Makes a refused command sendable again, after the others. */
  reopen(key: string): Promise<void>
  remove(key: string): Promise<void>
}

/**
 * Over 80 lines, because it is one state machine.
 * @param onChange is called after each change of the commands
 * @param onStoredLate the store has taken commands that it could not write before
 */
export function createMirror(
  store: OutboxStore,
  onChange: () => void,
  onStoredLate: () => void,
): OutboxMirror {
  /** As last read from the store. */
  let stored: OrderedCommand[] = []
  /** Commands that the store is writing, or has to after earlier ones of their lane, by key. */
  const storing = new Map<string, OutboxCommand>()
  /** Commands that the store could not write, by key. */
  const inMemory = new Map<string, OutboxCommand>()
  /** The last write of each lane. */
  const writes = new Map<string, Promise<void>>()
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
  async function sync(): Promise<boolean> {
    for (;;) {
      const countBefore = changeCount
      const all = await store.all().catch(() => null)
      // Without the store, a command that another tab has sent is sent again; the server ignores the repeat.
      if (!all) return false
      if (countBefore !== changeCount) continue
      for (const { key } of all) if (removalFailed.delete(key)) void remove(key)
      const next = all.filter(({ key }) => !removed.has(key))
      // The store has written these after all.
      for (const { key } of next) if (!inMemory.get(key)?.refusal) inMemory.delete(key)
      const isChanged = summaryOf(next) !== summaryOf(stored)
      stored = next
      if (isChanged) onChange()
      for (const lane of new Set([...inMemory.values()].map(({ lane }) => lane)))
        void write(lane).then(() => isStored(lane) && onStoredLate())
      return true
    }
  }

  const isStored = (lane: string) => ![...inMemory.values()].some((command) => command.lane === lane)

  async function add(...commands: readonly OutboxCommand[]): Promise<void> {
    for (const command of commands) {
      const { key } = command
      inMemory.delete(key)
      storing.set(key, command)
      removed.delete(key)
      removalFailed.delete(key)
    }
    onChange()
    await write(commands[0]!.lane)
  }

  /** One write of a lane follows another. Each has all that the store lacks, in its order, in one transaction. */
  function write(lane: string): Promise<void> {
    const written = (writes.get(lane) ?? Promise.resolve()).then(() => writeNow(lane))
    writes.set(lane, written)
    return written
  }

  async function writeNow(lane: string): Promise<void> {
    const batch = [...inMemory.values(), ...storing.values()].filter((command) => command.lane === lane)
    if (batch.length === 0) return
    const added = await store.add(...batch).catch(() => null)
    if (!added) {
      for (const command of batch) if (take(storing, command)) inMemory.set(command.key, command)
      return change((all) => all)
    }
    const kept = added.filter((_, index) => {
      const command = batch[index]!
      return take(storing, command) || take(inMemory, command)
    })
    const keys = new Set(kept.map(({ key }) => key))
    change((all) => [...all.filter(({ key }) => !keys.has(key)), ...kept])
    const isGone = ({ key }: OutboxCommand) => !keys.has(key) && !storing.has(key) && !inMemory.has(key)
    await Promise.all(batch.filter(isGone).map(({ key }) => remove(key)))
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

  /** This device's later ones of a lane are in memory as well. */
  const sendable = (): OrderedCommand[] => {
    const left = new Map(inMemory)
    const all = stored.map((command) => {
      const { key, order } = command
      const changed = left.get(key)
      left.delete(key)
      return changed ? { ...changed, order } : command
    })
    return [...all, ...[...left.values()].map((command) => ({ ...command, order: Infinity }))]
  }
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
      if (!isStored && !removed.has(key)) inMemory.set(key, { ...unordered(command), refusal })
      change((all) => all.map((command) => (command.key === key ? { ...command, refusal } : command)))
    },
    async reopen(key) {
      const command = sendable().find((candidate) => candidate.key === key)
      if (!command?.refusal) return
      if (inMemory.has(key)) return add({ ...unordered(command), refusal: null })
      change((all) => [...all.filter((candidate) => candidate !== command), { ...command, refusal: null }])
      await store.reopen(key).catch(() => undefined)
    },
  }
}

/** Deletes this very command. */
const take = (from: Map<string, OutboxCommand>, command: OutboxCommand): boolean =>
  from.get(command.key) === command && from.delete(command.key)

/** The order is the store's. */
const unordered = ({ order: _, ...command }: OrderedCommand): OutboxCommand => command

const summaryOf = (commands: readonly OrderedCommand[]): string =>
  commands.map(({ key, refusal }) => `${key} ${refusal !== null}`).join()
