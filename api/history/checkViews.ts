// Every document of every view, built again from the log and compared byte for byte with the one that is shown.

import type { Codec } from '#core/store/codec.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import { START } from '#core/store/eventStore.ts'
import { createFold } from '#projections/platform/fold.ts'
import { createMemoryReadStore, idOf } from '#projections/platform/memory.ts'
import { GAVE_UP, GAVE_UP_TEXT } from '#projections/platform/readStore.ts'
import type { AnyView } from '#projections/platform/view.ts'
import { createDeletedTrips } from '#api/history/deletedTrips.ts'

/** What is shown. */
export interface LiveViews {
  position(): Promise<string>
  all(): AsyncIterable<{ view: string; key: string; text: string }>
  /** One once more, for what changed while it was compared. */
  get(view: AnyView, key: string): Promise<string | null>
}

export interface Difference {
  view: string
  key: string
  /** Null: it is not there. */
  live: string | null
  fresh: string | null
}

interface Deps {
  store: EventStore
  codec: Codec
  views: readonly AnyView[]
  /** Hears of each event that is folded. */
  hear(event: StoredEvent): void
}

const BATCH = 500
const TRIES = 20

export async function checkViews(
  deps: Deps,
  live: LiveViews,
): Promise<{ documents: number; deletedTrips: number; differences: Difference[] }> {
  const deleted = createDeletedTrips()
  const hear = (event: StoredEvent) => (deps.hear(event), deleted.hear(event))
  const fresh = createRebuild({ ...deps, hear })
  await fresh.to(await live.position())

  const byId = new Map(deps.views.map((view) => [idOf(view), view]))
  const seen = new Set<string>()
  let wrong: { view: AnyView; key: string }[] = []
  const compare = (id: string, key: string, text: string | null): boolean =>
    deleted.without(id, key, text) === deleted.without(id, key, fresh.text(id, key))
  for await (const { view: id, key, text } of live.all()) {
    const view = byId.get(id)
    if (!view) continue
    seen.add(`${id} ${key}`)
    if (!compare(id, key, text)) wrong.push({ view, key })
  }
  for (const { view: id, key } of fresh.docs())
    if (!seen.has(`${id} ${key}`) && !compare(id, key, null)) wrong.push({ view: byId.get(id)!, key })

  // Where a server goes on meanwhile, what is right is found right at some moment.
  let differences: Difference[] = []
  for (let tries = 0; wrong.length > 0 && tries < TRIES; tries++) {
    const position = await live.position()
    await fresh.to(position)
    differences = []
    for (const { view, key } of wrong) {
      const [id, text] = [idOf(view), await live.get(view, key)]
      if (!compare(id, key, text)) differences.push({ view: id, key, live: text, fresh: fresh.text(id, key) })
    }
    wrong = wrong.filter(({ view, key }) =>
      differences.some((one) => one.view === idOf(view) && one.key === key),
    )
    if ((await live.position()) === position) break
  }
  return { documents: seen.size, deletedTrips: deleted.count(), differences }
}

/** The log folded anew, as far as is asked. */
export function createRebuild({ store, codec, views, hear }: Deps, batch = BATCH) {
  const readStore = createMemoryReadStore()
  const fold = createFold(codec, views, new Set(), () => undefined)
  let position = START
  return {
    async to(end: string): Promise<void> {
      if (end <= position) return
      const stop = new AbortController()
      try {
        for await (const events of store.subscribe({ after: position, signal: stop.signal, batch })) {
          const wanted = events.filter((event) => event.position <= end)
          for (const event of wanted) hear(event)
          const next = wanted.at(-1)?.position ?? position
          const writes = await fold.batch(wanted, readStore.load)
          await readStore.commit({ after: position, position: next, writes, ready: true })
          position = next
          if (events.at(-1)!.position >= end) break
        }
      } finally {
        stop.abort()
      }
    },
    docs: () => readStore.snapshot().docs,
    text(id: string, key: string): string | null {
      const doc = readStore.document(id, key)
      return doc === undefined ? null : doc === GAVE_UP ? GAVE_UP_TEXT : JSON.stringify(doc)
    },
  }
}
