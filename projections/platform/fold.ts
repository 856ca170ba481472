// One batch of events folded into the documents of all views, and what is derived from those derived once at its end. A
// handler that throws stops its view for that document, one that cannot say which documents an event belongs to for all
// that comes of its stream; the others go on. What cannot be derived is tried again with the next change.

import type { Recorded } from '#core/kernel/decider.ts'
import type { Codec } from '#core/store/codec.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'
import type { ReadStore, Write } from '#projections/platform/readStore.ts'
import { GAVE_UP } from '#projections/platform/readStore.ts'
import type { AnyView } from '#projections/platform/view.ts'
import { idIn, view } from '#projections/platform/view.ts'

/** @param where `event` is missing where a document was derived from what many events had made */
export type OnGaveUp = (error: unknown, where: { view: string; key: string; event?: StoredEvent }) => void

export interface Fold {
  /**
   * @param derives false while nothing is shown: then all is derived at the end, by `derive`
   * @throws what `load` throws
   */
  batch(events: readonly StoredEvent[], load: ReadStore['load'], derives?: boolean): Promise<Write[]>
  /** The documents of a derived view under these keys. @throws what `load` throws */
  derive(view: AnyView, keys: readonly string[], load: ReadStore['load']): Promise<Write[]>
}

/** Streams a view cannot follow any more, as `view stream`: one document for all. */
export const lostStreams = view<string[], never>({
  name: 'lostStreams',
  version: 1,
  key: () => null,
  empty: () => [],
  on: {},
})
export const ALL = 'all'

/** A document of this batch: first as it is stored, then as each event leaves it. */
interface Doc extends Write {
  changed: boolean
}

/** One event for one document. */
interface Step {
  doc: Doc
  event: Recorded
  stored: StoredEvent
}

/** One document to be derived, from documents of the same key. */
interface Derivation {
  view: AnyView
  key: string
  from: readonly Doc[]
  event?: StoredEvent | undefined
}

/** @param lost what is in `lostStreams`; added to */
export function createFold(
  codec: Codec,
  views: readonly AnyView[],
  lost: Set<string>,
  onGaveUp: OnGaveUp,
): Fold {
  const handling = viewsByEvent(views)
  const derivedViews = views.filter(({ derived }) => derived)

  return {
    async batch(events, load, derives = true) {
      const lostBefore = lost.size
      const docs = docsOfBatch()
      const steps: Step[] = []
      for (const stored of events) addSteps(stored, docs, steps)
      const derivations = derives ? derivationsOf(docs) : []
      await docs.load(load)
      for (const { doc, event, stored } of steps) {
        if (doc.doc === GAVE_UP) continue
        const { view, key } = doc
        try {
          doc.doc = view.on[event.type]!(doc.doc ?? view.empty(key), event as never, key)
        } catch (error) {
          doc.doc = GAVE_UP
          onGaveUp(error, { view: view.name, key, event: stored })
        }
        doc.changed = true
      }
      const writes: Write[] = docs.all.filter(({ changed }) => changed)
      for (const one of derivations) {
        const event = steps.findLast(({ doc }) => one.from.includes(doc))?.stored
        writes.push(derived({ ...one, event }))
      }
      if (lost.size > lostBefore) writes.push({ view: lostStreams, key: ALL, doc: [...lost] })
      return writes
    },
    async derive(view, keys, load) {
      const docs = docsOfBatch()
      const derivations = keys.map((key) => derivationOf(view, key, docs))
      await docs.load(load)
      return derivations.map(derived)
    },
  }

  /** Of what this batch touches; the documents they need beside come into it. */
  function derivationsOf(docs: DocsOfBatch): Derivation[] {
    const touched = [...docs.all]
    return derivedViews.flatMap((view) => {
      const isFrom = new Set(view.derived!.from)
      const keys = new Set(touched.flatMap((doc) => (isFrom.has(doc.view) ? [doc.key] : [])))
      return [...keys].map((key) => derivationOf(view, key, docs))
    })
  }

  function derivationOf(view: AnyView, key: string, docs: DocsOfBatch): Derivation {
    return { view, key, from: view.derived!.from.map((source) => docs.of(source, key)) }
  }

  function derived({ view, key, from, event }: Derivation): Write {
    const [first, ...others] = from.map(({ doc }) => doc)
    if (first === GAVE_UP || others.includes(GAVE_UP)) return { view, key, doc: GAVE_UP }
    if (first === null) return { view, key, doc: null }
    try {
      return { view, key, doc: view.derived!.derive(first, ...others) }
    } catch (error) {
      onGaveUp(error, { view: view.name, key, ...(event && { event }) })
      return { view, key, doc: GAVE_UP }
    }
  }

  function addSteps(stored: StoredEvent, docs: DocsOfBatch, steps: Step[]): void {
    let event: Recorded | undefined
    for (const view of handling.get(stored.type) ?? []) {
      if (lost.size > 0 && lost.has(`${view.name} ${stored.stream}`)) continue
      try {
        event ??= codec.decode(stored)
        for (const key of view.keys(event)) steps.push({ doc: docs.of(view, key), event, stored })
      } catch (error) {
        lost.add(`${view.name} ${stored.stream}`)
        // Most documents are called like their stream.
        const doc = docs.of(view, idIn(stored.stream))
        doc.doc = GAVE_UP
        doc.changed = true
        onGaveUp(error, { view: view.name, key: doc.key, event: stored })
      }
    }
  }
}

interface DocsOfBatch {
  all: readonly Doc[]
  of(view: AnyView, key: string): Doc
  /** Gives all but those that were given up already what is stored. */
  load(load: ReadStore['load']): Promise<void>
}

function docsOfBatch(): DocsOfBatch {
  const all: Doc[] = []
  const byView = new Map<AnyView, Map<string, Doc>>()
  return {
    all,
    of(view, key) {
      let ofView = byView.get(view)
      if (!ofView) byView.set(view, (ofView = new Map()))
      let doc = ofView.get(key)
      if (!doc) {
        ofView.set(key, (doc = { view, key, doc: null, changed: false }))
        all.push(doc)
      }
      return doc
    },
    async load(load) {
      const wanted = all.filter(({ changed }) => !changed)
      if (wanted.length === 0) return
      const stored = await load(wanted)
      for (const [n, doc] of wanted.entries()) doc.doc = stored[n]
    },
  }
}

function viewsByEvent(views: readonly AnyView[]): Map<string, AnyView[]> {
  const handling = new Map<string, AnyView[]>()
  for (const view of views)
    for (const type of Object.keys(view.on)) handling.set(type, [...(handling.get(type) ?? []), view])
  return handling
}
