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

/** One event for one document. */
interface Step {
  /** Of the document. */
  name: string
  view: AnyView
  key: string
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
      const writes = new Map<string, Write>()
      const steps = events.flatMap((stored) => stepsOf(stored, writes))
      const docs = await loadAll(steps, load)
      for (const { name, view, key, event, stored } of steps) {
        const written = writes.get(name)
        const before = written ? written.doc : docs.get(name)
        if (before === GAVE_UP) continue
        try {
          writes.set(name, {
            view,
            key,
            doc: view.on[event.type]!(before ?? view.empty(key), event as never, key),
          })
        } catch (error) {
          writes.set(name, { view, key, doc: GAVE_UP })
          onGaveUp(error, { view: view.name, event: stored })
        }
      }
      if (lost.size > lostBefore)
        writes.set(lostStreams.name, { view: lostStreams, key: ALL, doc: [...lost] })
      return [...writes.values()]
    },
  }

  function stepsOf(stored: StoredEvent, writes: Map<string, Write>): Step[] {
    const of = handling.get(stored.type) ?? []
    let decoded: Recorded | undefined
    return of.flatMap((view) => {
      const stream = `${view.name} ${stored.stream}`
      if (lost.has(stream)) return []
      try {
        const event = (decoded ??= codec.decode(stored))
        return view.keys(event).map((key) => ({ name: nameOf(view, key), view, key, event, stored }))
      } catch (error) {
        lost.add(stream)
        // Most documents are called like their stream.
        const key = idIn(stored.stream)
        writes.set(nameOf(view, key), { view, key, doc: GAVE_UP })
        onGaveUp(error, { view: view.name, event: stored })
        return []
      }
    })
  }
}

async function loadAll(steps: readonly Step[], load: ReadStore['load']): Promise<Map<string, unknown>> {
  const wanted = new Map(steps.map((step) => [step.name, step]))
  if (wanted.size === 0) return new Map()
  const docs = await load([...wanted.values()])
  return new Map([...wanted.keys()].map((name, n) => [name, docs[n]]))
}

const nameOf = (view: AnyView, key: string): string => `${view.name} ${key}`

function viewsByEvent(views: readonly AnyView[]): Map<string, AnyView[]> {
  const handling = new Map<string, AnyView[]>()
  for (const view of views)
    for (const type of Object.keys(view.on)) handling.set(type, [...(handling.get(type) ?? []), view])
  return handling
}
