// The read store of a single process: rebuilt from the log at each start, so it has nothing to lose.

import { START } from '#core/store/eventStore.ts'
import type { ReadStore, Checkpoint } from '#projections/platform/readStore.ts'
import { FAILED_DOCUMENT, ReadModelNotReady, CheckpointConflict } from '#projections/platform/readStore.ts'
import type { AnyProjection, Projection } from '#projections/platform/projection.ts'

const SLICE = 500

/** One document as it stands. */
export interface StoredDocument {
  /** As its projection calls itself: `trips@2`. */
  projection: string
  key: string
  doc: unknown
}

export interface MemoryReadStore extends ReadStore {
  /** Everything as it is now; documents are never changed, so it stays as it is. */
  snapshot(): { position: string; docs: StoredDocument[] }
  /** One document, whether or not it may be shown. @param projection as it calls itself */
  document(projection: string, key: string): unknown
}

export const projectionId = ({ name, version }: AnyProjection): string => `${name}@${version}`

export function createMemoryReadStore(): MemoryReadStore {
  const docs = new Map<string, Map<string, unknown>>()
  // A projection is asked for several times an event, and what it is called is made anew each time.
  const byProjection = new WeakMap<AnyProjection, Map<string, unknown>>()
  const listeners = new Set<(shown: Checkpoint) => void>()
  let shown: Checkpoint = { position: START, ready: false }

  const of = (projection: AnyProjection): Map<string, unknown> => {
    let known = byProjection.get(projection)
    if (known) return known
    const id = projectionId(projection)
    known = docs.get(id) ?? new Map()
    docs.set(id, known)
    byProjection.set(projection, known)
    return known
  }
  const tell = (now: Checkpoint): void => {
    shown = now
    for (const listener of listeners) listener(shown)
  }
  const show = <Doc>(projection: Projection<Doc>, key: string): Doc | null => {
    if (!shown.ready) throw new ReadModelNotReady('The projections are being built')
    const doc = of(projection).get(key)
    if (doc === FAILED_DOCUMENT) throw new ReadModelNotReady(`${projection.name} gave up on a document`)
    return (doc as Doc | undefined) ?? null
  }

  return {
    get: async (projection, key) => show(projection, key),
    getMany: async (projection, keys) => keys.map((key) => show(projection, key)),
    checkpoint: async () => shown,
    snapshot: () => ({
      position: shown.position,
      docs: [...docs].flatMap(([projection, kept]) =>
        [...kept].map(([key, doc]) => ({ projection, key, doc })),
      ),
    }),
    document: (projection, key) => docs.get(projection)?.get(key),
    onCheckpoint(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async discard() {
      for (const kept of docs.values()) kept.clear()
      tell({ position: START, ready: false })
    },
    begin: async () => shown,
    load: async (wanted) => wanted.map(({ projection, key }) => of(projection).get(key) ?? null),
    async *keys(projection) {
      const all = [...of(projection).keys()]
      for (let at = 0; at < all.length; at += SLICE) yield all.slice(at, at + SLICE)
    },
    async commit({ after, position, writes, ready }) {
      if (after !== shown.position) throw new CheckpointConflict()
      for (const { projection, key, doc } of writes)
        if (doc === null) of(projection).delete(key)
        else of(projection).set(key, doc)
      tell({ position, ready: shown.ready || ready })
    },
  }
}
