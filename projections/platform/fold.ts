// One batch of events folded into the documents of all views. A handler that throws stops its view for that document,
// one that cannot say which documents an event belongs to for all that comes of its stream; the others go on.

import type { Recorded } from '#core/kernel/decider.ts'
import type { Codec } from '#core/store/codec.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'
import type { ReadStore, Write } from '#projections/platform/readStore.ts'
import { GAVE_UP } from '#projections/platform/readStore.ts'
import type { AnyView } from '#projections/platform/view.ts'
import { idIn, view } from '#projections/platform/view.ts'

export type OnGaveUp = (error: unknown, where: { view: string; event: StoredEvent }) => void

export interface Fold {
  /** @throws what `load` throws */
  batch(events: readonly StoredEvent[], load: ReadStore['load']): Promise<Write[]>
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

/** @param lost what is in `lostStreams`; added to */
export function createFold(
  codec: Codec,
  views: readonly AnyView[],
  lost: Set<string>,
  onGaveUp: OnGaveUp,
): Fold {
  const handling = viewsByEvent(views)

  return {
    async batch(events, load) {
      const lostBefore = lost.size
      const docs = docsOfBatch()
      const steps: Step[] = []
      for (const stored of events) addSteps(stored, docs, steps)
      await docs.load(load)
      for (const { doc, event, stored } of steps) {
        if (doc.doc === GAVE_UP) continue
        const { view, key } = doc
        try {
          doc.doc = view.on[event.type]!(doc.doc ?? view.empty(key), event as never, key)
        } catch (error) {
          doc.doc = GAVE_UP
          onGaveUp(error, { view: view.name, event: stored })
        }
        doc.changed = true
      }
      const writes: Write[] = docs.all.filter(({ changed }) => changed)
      if (lost.size > lostBefore) writes.push({ view: lostStreams, key: ALL, doc: [...lost] })
      return writes
    },
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
        onGaveUp(error, { view: view.name, event: stored })
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
