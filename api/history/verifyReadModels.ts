// Verifies the read models: builds every document again from the log and compares it bytewise.

import type { Codec } from '#core/store/codec.ts'
import { START, type EventStore, type StoredEvent } from '#core/store/eventStore.ts'
import { createBatchFold } from '#projections/platform/batchFold.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { FAILED_DOCUMENT, FAILED_DOCUMENT_TEXT } from '#projections/platform/readStore.ts'
import { type AnyProjection, projectionId } from '#projections/platform/projection.ts'
import { createDeletedTrips } from '#api/history/deletedTrips.ts'

export interface LiveDocuments {
  position(): Promise<string>
  all(): AsyncIterable<{ projection: string; key: string; text: string }>
  /** Reads one again, after a change during the comparison. */
  get(projection: AnyProjection, key: string): Promise<string | null>
}

export interface Difference {
  projection: string
  key: string
  /** null when it does not exist. */
  stored: string | null
  rebuilt: string | null
}

interface Deps {
  store: EventStore
  codec: Codec
  projections: readonly AnyProjection[]
  onEvent(event: StoredEvent): void
}

const BATCH = 500
const MAX_ATTEMPTS = 20

export async function verifyReadModels(
  deps: Deps,
  live: LiveDocuments,
): Promise<{ documents: number; deletedTrips: number; differences: Difference[] }> {
  const deleted = createDeletedTrips()
  const onEvent = (event: StoredEvent) => (deps.onEvent(event), deleted.add(event))
  const rebuilt = createRebuild({ ...deps, onEvent })
  await rebuilt.to(await live.position())

  const byId = new Map(deps.projections.map((projection) => [projectionId(projection), projection]))
  const compared = new Set<string>()
  let differing: { projection: AnyProjection; key: string }[] = []
  const isEqual = (id: string, key: string, text: string | null): boolean =>
    deleted.comparable(id, key, text) === deleted.comparable(id, key, rebuilt.text(id, key))
  for await (const { projection: id, key, text } of live.all()) {
    const projection = byId.get(id)
    if (!projection) continue
    compared.add(`${id} ${key}`)
    if (!isEqual(id, key, text)) differing.push({ projection, key })
  }
  for (const { projection: id, key } of rebuilt.docs())
    if (!compared.has(`${id} ${key}`) && !isEqual(id, key, null))
      differing.push({ projection: byId.get(id)!, key })

  // A running server changes documents meanwhile, so differences are compared again.
  let differences: Difference[] = []
  for (let tries = 0; differing.length > 0 && tries < MAX_ATTEMPTS; tries++) {
    const position = await live.position()
    await rebuilt.to(position)
    differences = []
    for (const { projection, key } of differing) {
      const [id, text] = [projectionId(projection), await live.get(projection, key)]
      if (!isEqual(id, key, text))
        differences.push({ projection: id, key, stored: text, rebuilt: rebuilt.text(id, key) })
    }
    differing = differing.filter(({ projection, key }) =>
      differences.some(
        (difference) => difference.projection === projectionId(projection) && difference.key === key,
      ),
    )
    if ((await live.position()) === position) break
  }
  return { documents: compared.size, deletedTrips: deleted.count(), differences }
}

/** Folds the log anew up to a position. */
export function createRebuild({ store, codec, projections, onEvent }: Deps, batch = BATCH) {
  const readStore = createMemoryReadStore()
  const fold = createBatchFold(codec, projections, new Set(), () => undefined)
  let position = START
  return {
    async to(until: string): Promise<void> {
      if (until <= position) return
      const stop = new AbortController()
      try {
        for await (const events of store.subscribe({ after: position, signal: stop.signal, batch })) {
          const batchEvents = events.filter((event) => event.position <= until)
          for (const event of batchEvents) onEvent(event)
          const next = batchEvents.at(-1)?.position ?? position
          const writes = await fold.batch(batchEvents, readStore.load)
          await readStore.commit({ after: position, position: next, writes, ready: true })
          position = next
          if (events.at(-1)!.position >= until) break
        }
      } finally {
        stop.abort()
      }
    },
    docs: () => readStore.snapshot().docs,
    text(id: string, key: string): string | null {
      const doc = readStore.document(id, key)
      return doc === undefined ? null : doc === FAILED_DOCUMENT ? FAILED_DOCUMENT_TEXT : JSON.stringify(doc)
    },
  }
}
