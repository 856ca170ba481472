// The pending commands of this page in memory: those in the store, and those that the store could not write, for lack of
// space or of a response. The latter are sent from memory, so nothing here rejects or waits for a broken store.

import type { NewItem, OutboxItem, SendRefusal } from '#web/platform/outbox/outboxItem.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'

export interface OutboxMirror {
  /** All items: the sendable ones in their order, then those that the store is writing. */
  items(): (NewItem & { isMemoryOnly: boolean })[]
  /** The items in the order they are sent. */
  sendable(): OutboxItem[]
  /** Items that would be lost with this page, because the store does not have them yet. */
  unstored(): NewItem[]
  /** Reads the store, which another tab may have changed. */
  sync(): Promise<void>
  /** The item is listed at once, and sendable when this resolves. */
  add(item: NewItem): Promise<void>
  refuse(item: OutboxItem, refusal: SendRefusal): Promise<void>
  /** Makes a refused item sendable again, after the others. */
  reopen(key: string): Promise<void>
  remove(key: string): Promise<void>
}

/** Over 80 lines, because it is one state machine. @param onChange is called after each change of the items */
export function createMirror(store: OutboxStore, onChange: () => void): OutboxMirror {
  /** As last read from the store. */
  let stored: OutboxItem[] = []
  /** Items that the store is writing, by key. */
  const storing = new Map<string, NewItem>()
  /** Items that the store could not write, by key. */
  const inMemory = new Map<string, OutboxItem>()
  /** Keys removed here: a store that cannot remove them must not have them sent again. */
  const removed = new Set<string>()
  /** Those of `removed` that the store could not remove. */
  const removalFailed = new Set<string>()
  let changeCount = 0

  function change(update: (all: OutboxItem[]) => OutboxItem[]): void {
    changeCount += 1
    stored = update(stored)
    onChange()
  }

  /** Reads again if something changed here meanwhile. */
  async function sync(): Promise<void> {
    for (;;) {
      const countBefore = changeCount
      const all = await store.all().catch(() => null)
      // Without the store, an item that another tab has sent is sent again; the server ignores the repeat.
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

  async function add(item: NewItem): Promise<void> {
    const { key } = item
    storing.set(key, item)
    removed.delete(key)
    removalFailed.delete(key)
    onChange()
    try {
      const added = await store.add(item)
      if (!storing.delete(key)) return await remove(key)
      inMemory.delete(key)
      change((all) => [...all.filter((item) => item.key !== key), added])
    } catch {
      if (!storing.delete(key)) return
      inMemory.set(key, { ...item, order: Infinity })
      change((all) => all)
    }
  }

  async function remove(key: string): Promise<void> {
    storing.delete(key)
    inMemory.delete(key)
    removed.add(key)
    change((all) => all.filter((item) => item.key !== key))
    await store.remove(key).then(
      () => removed.delete(key),
      () => removalFailed.add(key),
    )
  }

  const sendable = () => mergeByTime(stored, inMemory)
  return {
    items: () => [
      ...sendable()
        .filter(({ key }) => !storing.has(key))
        .map((item) => ({ ...item, isMemoryOnly: inMemory.has(item.key) })),
      ...[...storing.values()].map((item) => ({ ...item, isMemoryOnly: false })),
    ],
    sendable,
    unstored: () => [...inMemory.values(), ...storing.values()],
    sync,
    add,
    remove,
    async refuse(item, refusal) {
      const { key } = item
      const isStored = await store.refuse(key, refusal).then(
        () => !inMemory.has(key),
        () => false,
      )
      if (!isStored && !removed.has(key)) inMemory.set(key, { ...item, refusal })
      change((all) => all.map((item) => (item.key === key ? { ...item, refusal } : item)))
    },
    async reopen(key) {
      const item = sendable().find((candidate) => candidate.key === key)
      if (!item?.refusal) return
      if (inMemory.has(key)) return add({ ...item, refusal: null })
      change((all) => [...all.filter((candidate) => candidate !== item), { ...item, refusal: null }])
      await store.reopen(key).catch(() => undefined)
    },
  }
}

/** Items in memory stand before the first stored one that is newer. */
function mergeByTime(stored: readonly OutboxItem[], inMemory: ReadonlyMap<string, OutboxItem>): OutboxItem[] {
  const all = stored.filter(({ key }) => !inMemory.has(key))
  for (const item of inMemory.values()) {
    const newer = all.findIndex(({ at }) => at > item.at)
    all.splice(newer === -1 ? all.length : newer, 0, item)
  }
  return all
}

const summaryOf = (items: readonly OutboxItem[]): string =>
  items.map(({ key, refusal }) => `${key} ${refusal !== null}`).join()
