// Reads the log once for all views, from the read store's checkpoint on, and tells who waits for a position.

import type { Codec } from '#core/store/codec.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import type { ReadStore, Write } from '#projections/platform/readStore.ts'
import type { AnyView } from '#projections/platform/view.ts'

export interface Runner {
  /** Whether the read side shows this position within so many ms. */
  reached(position: string, timeoutMs: number): Promise<boolean>
  /** The position shown now. */
  position(): string
  /** Resolves when everything that was in the log at the start is shown. */
  ready: Promise<void>
  isReady(): boolean
  /** Whether a view gave up on this document: one of its handlers threw. */
  stopped(view: AnyView, key: string): boolean
  stop(): Promise<void>
}

interface Deps {
  store: EventStore
  codec: Codec
  readStore: ReadStore
  views: readonly AnyView[]
  onError(error: unknown, where: { view: string; event: StoredEvent }): void
}

export function startRunner({ store, codec, readStore, views, onError }: Deps): Runner {
  const handling = viewsByEvent(views)
  const gaveUp = new Set<string>()
  const waiting = new Set<{ position: string; wake: (reached: boolean) => void }>()
  const abort = new AbortController()
  let shown = ''
  let readyAt: string | undefined
  let isReady = false
  let nowReady: () => void
  const ready = new Promise<void>((resolve) => (nowReady = resolve))

  const running = run()
  return {
    ready,
    isReady: () => isReady,
    position: () => shown,
    stopped: (view, key) => gaveUp.has(`${view.name} ${key}`),
    reached(position, timeoutMs) {
      if (shown >= position) return Promise.resolve(true)
      return new Promise((resolve) => {
        const entry = { position, wake }
        const timer = setTimeout(() => wake(false), timeoutMs)
        waiting.add(entry)
        function wake(reached: boolean): void {
          clearTimeout(timer)
          waiting.delete(entry)
          resolve(reached)
        }
      })
    },
    async stop() {
      abort.abort()
      await running
    },
  }

  async function run(): Promise<void> {
    readyAt = await store.head()
    show(await readStore.position())
    for await (const batch of store.subscribe({ after: shown, signal: abort.signal })) {
      await readStore.commit({ position: batch.at(-1)!.position, writes: await foldAll(batch) })
      show(batch.at(-1)!.position)
      // While catching up, requests get their turn between batches.
      if (!isReady) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  function show(position: string): void {
    shown = position
    if (!isReady && readyAt !== undefined && shown >= readyAt) {
      isReady = true
      nowReady()
    }
    for (const entry of waiting) if (entry.position <= shown) entry.wake(true)
  }

  async function foldAll(batch: readonly StoredEvent[]): Promise<Write[]> {
    const writes = new Map<string, Write>()
    for (const stored of batch) {
      const of = handling.get(stored.type)
      if (!of) continue
      const event = codec.decode(stored)
      for (const view of of)
        for (const key of view.keys(event)) {
          const name = `${view.name} ${key}`
          if (gaveUp.has(name)) continue
          const before = writes.has(name) ? writes.get(name)!.doc : await readStore.get(view, key)
          try {
            const doc = view.on[event.type]!(before ?? view.empty(key), event as never, key)
            writes.set(name, { view, key, doc })
          } catch (error) {
            gaveUp.add(name)
            onError(error, { view: view.name, event: stored })
          }
        }
    }
    return [...writes.values()]
  }
}

function viewsByEvent(views: readonly AnyView[]): Map<string, AnyView[]> {
  const handling = new Map<string, AnyView[]>()
  for (const view of views)
    for (const type of Object.keys(view.on)) handling.set(type, [...(handling.get(type) ?? []), view])
  return handling
}
