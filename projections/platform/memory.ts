// The read store of a single process: rebuilt from the log at each start, so it has nothing to lose.

import { START } from '#core/store/eventStore.ts'
import type { ReadStore, Shown } from '#projections/platform/readStore.ts'
import { GAVE_UP, NotBuilt, Overtaken } from '#projections/platform/readStore.ts'
import type { AnyView, View } from '#projections/platform/view.ts'

const SLICE = 500

/** One document as it stands. */
export interface Kept {
  /** As its view calls itself: `trips@2`. */
  view: string
  key: string
  doc: unknown
}

export interface MemoryReadStore extends ReadStore {
  /** Everything as it is now; documents are never changed, so it stays as it is. */
  snapshot(): { position: string; docs: Kept[] }
  /** One document, whether or not it may be shown. @param view as it calls itself */
  document(view: string, key: string): unknown
}

export const idOf = ({ name, version }: AnyView): string => `${name}@${version}`

export function createMemoryReadStore(): MemoryReadStore {
  const docs = new Map<string, Map<string, unknown>>()
  // A view is asked for several times an event, and what it is called is made anew each time.
  const byView = new WeakMap<AnyView, Map<string, unknown>>()
  const listeners = new Set<(shown: Shown) => void>()
  let shown: Shown = { position: START, ready: false }

  const of = (view: AnyView): Map<string, unknown> => {
    let known = byView.get(view)
    if (known) return known
    const id = idOf(view)
    known = docs.get(id) ?? new Map()
    docs.set(id, known)
    byView.set(view, known)
    return known
  }
  const tell = (now: Shown): void => {
    shown = now
    for (const listener of listeners) listener(shown)
  }
  const show = <Doc>(view: View<Doc>, key: string): Doc | null => {
    if (!shown.ready) throw new NotBuilt('The views are being built')
    const doc = of(view).get(key)
    if (doc === GAVE_UP) throw new NotBuilt(`${view.name} gave up on a document`)
    return (doc as Doc | undefined) ?? null
  }

  return {
    get: async (view, key) => show(view, key),
    getMany: async (view, keys) => keys.map((key) => show(view, key)),
    shown: async () => shown,
    snapshot: () => ({
      position: shown.position,
      docs: [...docs].flatMap(([view, kept]) => [...kept].map(([key, doc]) => ({ view, key, doc }))),
    }),
    document: (view, key) => docs.get(view)?.get(key),
    onShown(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async discard() {
      for (const kept of docs.values()) kept.clear()
      tell({ position: START, ready: false })
    },
    begin: async () => shown,
    load: async (wanted) => wanted.map(({ view, key }) => of(view).get(key) ?? null),
    async *keys(view) {
      const all = [...of(view).keys()]
      for (let at = 0; at < all.length; at += SLICE) yield all.slice(at, at + SLICE)
    },
    async commit({ after, position, writes, ready }) {
      if (after !== shown.position) throw new Overtaken()
      for (const { view, key, doc } of writes)
        if (doc === null) of(view).delete(key)
        else of(view).set(key, doc)
      tell({ position, ready: shown.ready || ready })
    },
  }
}
