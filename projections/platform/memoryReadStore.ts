// The read store of a single process, in memory: rebuilt from the log at each start.

import { START } from '#core/store/eventStore.ts'
import { type ReadStore, type Checkpoint, CheckpointConflict } from '#projections/platform/readStore.ts'
import { readsInProcess } from '#projections/platform/readsInProcess.ts'
import { type AnyProjection, projectionId } from '#projections/platform/projection.ts'

const KEYS_PER_SLICE = 500

export interface StoredDocument {
  /** `trips@2`. */
  projection: string
  key: string
  doc: unknown
}

export interface MemoryReadStore extends ReadStore {
  /** All documents now; they are never changed, so the snapshot stays valid. */
  snapshot(): { position: string; docs: StoredDocument[] }
  /** One document, whether readable or not. @param projection as `trips@2` */
  document(projection: string, key: string): unknown
}

export function createMemoryReadStore(): MemoryReadStore {
  const docs = new Map<string, Map<string, unknown>>()
  // Cached by projection, because building its id for each event is slow.
  const byProjection = new WeakMap<AnyProjection, Map<string, unknown>>()
  const listeners = new Set<(checkpoint: Checkpoint) => void>()
  const followers = new Map<string, string>()
  let checkpoint: Checkpoint = { position: START, ready: false }

  const of = (projection: AnyProjection): Map<string, unknown> => {
    let byKey = byProjection.get(projection)
    if (byKey) return byKey
    const id = projectionId(projection)
    byKey = docs.get(id) ?? new Map()
    docs.set(id, byKey)
    byProjection.set(projection, byKey)
    return byKey
  }
  const publish = (now: Checkpoint): void => {
    checkpoint = now
    for (const listener of listeners) listener(checkpoint)
  }
  const find = (projection: AnyProjection, key: string): unknown => of(projection).get(key) ?? null

  return {
    ...readsInProcess(() => checkpoint, find),
    snapshot: () => ({
      position: checkpoint.position,
      docs: [...docs].flatMap(([projection, documents]) =>
        [...documents].map(([key, doc]) => ({ projection, key, doc })),
      ),
    }),
    document: (projection, key) => docs.get(projection)?.get(key),
    onCheckpoint(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    followerPosition: async (follower) => followers.get(follower) ?? START,
    async setFollowerPosition(follower, position) {
      followers.set(follower, position)
    },
    async discard() {
      followers.clear()
      for (const documents of docs.values()) documents.clear()
      publish({ position: START, ready: false })
    },
    begin: async () => checkpoint,
    load: async (wanted) => wanted.map(({ projection, key }) => find(projection, key)),
    async *keys(projection) {
      const all = [...of(projection).keys()]
      for (let start = 0; start < all.length; start += KEYS_PER_SLICE)
        yield all.slice(start, start + KEYS_PER_SLICE)
    },
    async commit({ after, position, writes, ready }) {
      if (after !== checkpoint.position) throw new CheckpointConflict()
      for (const { projection, key, doc } of writes)
        if (doc === null) of(projection).delete(key)
        else of(projection).set(key, doc)
      publish({ position, ready: checkpoint.ready || ready })
    },
  }
}
