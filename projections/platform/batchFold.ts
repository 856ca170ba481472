// Folds one batch of events into the documents of all projections, and derives the derived documents once at its end. A
// handler that throws stops its projection for that document; a `keys` that throws stops it for the whole stream; the
// others go on. A failed derivation is retried with the next change.

import type { RecordedEvent } from '#core/kernel/decider.ts'
import type { Codec } from '#core/store/codec.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'
import { FAILED_DOCUMENT, type ReadStore, type DocumentWrite } from '#projections/platform/readStore.ts'
import { idIn, projection, type AnyProjection } from '#projections/platform/projection.ts'

/** @param where `event` is missing when a derived document of many events failed */
export type OnProjectionFailure = (
  error: unknown,
  where: { projection: string; key: string; event?: StoredEvent },
) => void

export interface BatchFold {
  /**
   * @param derives false while nothing is readable yet: then `derive` derives everything at the end
   * @throws what `load` throws
   */
  batch(events: readonly StoredEvent[], load: ReadStore['load'], derives?: boolean): Promise<DocumentWrite[]>
  /** The documents of a derived projection under these keys. @throws what `load` throws */
  derive(
    projection: AnyProjection,
    keys: readonly string[],
    load: ReadStore['load'],
  ): Promise<DocumentWrite[]>
}

/** Streams that a projection cannot follow any more, as `projection stream`, in one document. */
export const failedStreams = projection<string[], never>({
  name: 'lostStreams',
  version: 1,
  key: () => null,
  empty: () => [],
  on: {},
})
export const ALL = 'all'

/** A document of this batch: as stored, then as each event leaves it. */
interface Doc extends DocumentWrite {
  changed: boolean
}

interface Step {
  doc: Doc
  event: RecordedEvent
  stored: StoredEvent
}

/** A document to derive from documents of the same key. */
interface Derivation {
  projection: AnyProjection
  key: string
  from: readonly Doc[]
  event?: StoredEvent | undefined
}

/** @param failed the content of `failedStreams`; the fold adds to it */
export function createBatchFold(
  codec: Codec,
  projections: readonly AnyProjection[],
  failed: Set<string>,
  onFailure: OnProjectionFailure,
): BatchFold {
  const handling = projectionsByEvent(projections)
  const derivedProjections = projections.filter(({ derived }) => derived)

  return {
    async batch(events, load, derives = true) {
      const failedBefore = failed.size
      const docs = docsOfBatch()
      const steps: Step[] = []
      for (const stored of events) addSteps(stored, docs, steps)
      const derivations = derives ? derivationsOf(docs) : []
      await docs.load(load)
      for (const { doc, event, stored } of steps) {
        if (doc.doc === FAILED_DOCUMENT) continue
        const { projection, key } = doc
        const before = doc.doc
        try {
          doc.doc = projection.on[event.type]!(before ?? projection.empty(key), event as never, key)
        } catch (error) {
          doc.doc = FAILED_DOCUMENT
          onFailure(error, { projection: projection.name, key, event: stored })
        }
        if (doc.doc !== before) doc.changed = true
      }
      const writes: DocumentWrite[] = docs.all.filter(({ changed }) => changed)
      for (const derivation of derivations) {
        const event = steps.findLast(({ doc }) => derivation.from.includes(doc))?.stored
        writes.push(derived({ ...derivation, event }, onFailure))
      }
      if (failed.size > failedBefore) writes.push({ projection: failedStreams, key: ALL, doc: [...failed] })
      return writes
    },
    async derive(projection, keys, load) {
      const docs = docsOfBatch()
      const derivations = keys.map((key) => derivationOf(projection, key, docs))
      await docs.load(load)
      return derivations.map((derivation) => derived(derivation, onFailure))
    },
  }

  /** The derivations that this batch touches; their source documents are added to the batch. */
  function derivationsOf(docs: DocsOfBatch): Derivation[] {
    const touched = [...docs.all]
    return derivedProjections.flatMap((projection) => {
      const sources = new Set(projection.derived!.from)
      const keys = new Set(touched.flatMap((doc) => (sources.has(doc.projection) ? [doc.key] : [])))
      return [...keys].map((key) => derivationOf(projection, key, docs))
    })
  }

  function derivationOf(projection: AnyProjection, key: string, docs: DocsOfBatch): Derivation {
    return { projection, key, from: projection.derived!.from.map((source) => docs.of(source, key)) }
  }

  function addSteps(stored: StoredEvent, docs: DocsOfBatch, steps: Step[]): void {
    let event: RecordedEvent | undefined
    for (const projection of handling.get(stored.type) ?? []) {
      if (failed.size > 0 && failed.has(`${projection.name} ${stored.stream}`)) continue
      try {
        event ??= codec.decode(stored)
        for (const key of projection.keys(event)) steps.push({ doc: docs.of(projection, key), event, stored })
      } catch (error) {
        failed.add(`${projection.name} ${stored.stream}`)
        // Most documents have their stream's id as key.
        const doc = docs.of(projection, idIn(stored.stream))
        doc.doc = FAILED_DOCUMENT
        doc.changed = true
        onFailure(error, { projection: projection.name, key: doc.key, event: stored })
      }
    }
  }
}

function derived(
  { projection, key, from, event }: Derivation,
  onFailure: OnProjectionFailure,
): DocumentWrite {
  const [first, ...others] = from.map(({ doc }) => doc)
  if (first === FAILED_DOCUMENT || others.includes(FAILED_DOCUMENT))
    return { projection, key, doc: FAILED_DOCUMENT }
  if (first === null) return { projection, key, doc: null }
  try {
    return { projection, key, doc: projection.derived!.derive(first, ...others) }
  } catch (error) {
    onFailure(error, { projection: projection.name, key, ...(event && { event }) })
    return { projection, key, doc: FAILED_DOCUMENT }
  }
}

interface DocsOfBatch {
  all: readonly Doc[]
  of(projection: AnyProjection, key: string): Doc
  /** Loads all documents except those that have failed already. */
  load(load: ReadStore['load']): Promise<void>
}

function docsOfBatch(): DocsOfBatch {
  const all: Doc[] = []
  const byProjection = new Map<AnyProjection, Map<string, Doc>>()
  return {
    all,
    of(projection, key) {
      let ofProjection = byProjection.get(projection)
      if (!ofProjection) byProjection.set(projection, (ofProjection = new Map()))
      let doc = ofProjection.get(key)
      if (!doc) {
        ofProjection.set(key, (doc = { projection, key, doc: null, changed: false }))
        all.push(doc)
      }
      return doc
    },
    async load(load) {
      const unloaded = all.filter(({ changed }) => !changed)
      if (unloaded.length === 0) return
      const stored = await load(unloaded)
      for (const [n, doc] of unloaded.entries()) doc.doc = stored[n]
    },
  }
}

export function projectionsByEvent(projections: readonly AnyProjection[]): Map<string, AnyProjection[]> {
  const handling = new Map<string, AnyProjection[]>()
  for (const projection of projections)
    for (const type of Object.keys(projection.on))
      handling.set(type, [...(handling.get(type) ?? []), projection])
  return handling
}
