// The unsent commands as this page knows them: those in the store, and those that the store did not take, for want of
// room or of an answer. The latter are sent from memory, so nothing here rejects and nothing waits for a store that is
// broken longer than the store itself does.

import type { NewItem, OutboxItem, SendRefusal } from '#web/platform/outbox/item.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'

export interface OutboxMirror {
  /** All of them: first what can go out, in that order, then what is on its way into the store. */
  items(): (NewItem & { memoryOnly: boolean })[]
  /** What can go out, in that order. */
  unsent(): OutboxItem[]
  /** What would be lost with this page: not in the store, or not yet. */
  unstored(): NewItem[]
  /** Reads the store: another tab may have changed it. */
  sync(): Promise<void>
  /** It is among the items at once; when this resolves it can go out. */
  add(item: NewItem): Promise<void>
  refuse(item: OutboxItem, refusal: SendRefusal): Promise<void>
  /** A refused one can go out again, after those that wait. */
  reopen(key: string): Promise<void>
  remove(key: string): Promise<void>
}

/** @param onChange is called after each change of the items */
export function createMirror(store: OutboxStore, onChange: () => void): OutboxMirror {
  /** As the store last had them. */
  let kept: OutboxItem[] = []
  /** On their way into the store. */
  const added = new Map<string, NewItem>()
  /** Those that the store did not take. */
  const inMemory = new Map<string, OutboxItem>()
  /** Keys of what was removed here: a store that cannot do so must not have it sent again and again. */
  const removed = new Set<string>()
  /** Those of them that the store could not remove. */
  const stuck = new Set<string>()
  let changes = 0

  function change(make: (all: OutboxItem[]) => OutboxItem[]): void {
    changes += 1
    kept = make(kept)
    onChange()
  }

  function unsent(): OutboxItem[] {
    const all = kept.filter(({ key }) => !inMemory.has(key))
    for (const item of inMemory.values()) {
      const later = all.findIndex(({ at }) => at > item.at)
      all.splice(later === -1 ? all.length : later, 0, item)
    }
    return all
  }

  /** Reads again when something was changed here meanwhile. */
  async function sync(): Promise<void> {
    for (;;) {
      const before = changes
      const all = await store.all().catch(() => null)
      // Another tab may have sent some of it unseen: a repeat does no harm.
      if (!all) return
      if (before !== changes) continue
      for (const { key } of all) if (stuck.delete(key)) void remove(key)
      const next = all.filter(({ key }) => !removed.has(key))
      // Taken late, though nobody waited for it any more.
      for (const { key } of next) if (!inMemory.get(key)?.refusal) inMemory.delete(key)
      const names = (of: OutboxItem[]) => of.map(({ key, refusal }) => `${key} ${refusal !== null}`).join()
      const isNews = names(next) !== names(kept)
      kept = next
      if (isNews) onChange()
      return
    }
  }

  async function add(item: NewItem): Promise<void> {
    const { key } = item
    added.set(key, { ...item, refusal: null })
    removed.delete(key)
    stuck.delete(key)
    onChange()
    try {
      const own = await store.add(item)
      if (!added.delete(key)) return await remove(key)
      inMemory.delete(key)
      change((all) => [...all.filter((one) => one.key !== key), own])
    } catch {
      if (!added.delete(key)) return
      inMemory.set(key, { ...item, order: Infinity })
      change((all) => all)
    }
  }

  async function remove(key: string): Promise<void> {
    added.delete(key)
    inMemory.delete(key)
    removed.add(key)
    change((all) => all.filter((item) => item.key !== key))
    await store.remove(key).then(
      () => removed.delete(key),
      () => stuck.add(key),
    )
  }

  return {
    items: () => [
      ...unsent()
        .filter(({ key }) => !added.has(key))
        .map((item) => ({ ...item, memoryOnly: inMemory.has(item.key) })),
      ...[...added.values()].map((item) => ({ ...item, memoryOnly: false })),
    ],
    unsent,
    unstored: () => [...inMemory.values(), ...added.values()],
    sync,
    add,
    remove,
    async refuse(item, refusal) {
      const { key } = item
      const isKept = await store.refuse(key, refusal).then(
        () => !inMemory.has(key),
        () => false,
      )
      if (!isKept && !removed.has(key)) inMemory.set(key, { ...item, refusal })
      change((all) => all.map((one) => (one.key === key ? { ...one, refusal } : one)))
    },
    async reopen(key) {
      const item = unsent().find((one) => one.key === key)
      if (!item?.refusal) return
      if (inMemory.has(key)) return add({ ...item, refusal: null })
      change((all) => [...all.filter((one) => one !== item), { ...item, refusal: null }])
      await store.reopen(key).catch(() => undefined)
    },
  }
}
