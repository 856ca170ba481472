// The port to the documents the views keep. A view's document, its change and its checkpoint move together or not
// at all.

import type { AnyView, View } from '#projections/platform/view.ts'

export interface Write {
  view: AnyView
  key: string
  /** null removes it. */
  doc: unknown
}

/** Everything one batch of events changed. */
export interface Batch {
  /** The place in the log these documents show. */
  position: string
  writes: readonly Write[]
}

export interface ReadStore {
  /** The document, or null where no event made one. Not to be changed by the caller. */
  get<Doc>(view: View<Doc>, key: string): Promise<Doc | null>
  getMany<Doc>(view: View<Doc>, keys: readonly string[]): Promise<(Doc | null)[]>
  /** Where the log was read to; `START` at first. */
  position(): Promise<string>
  commit(batch: Batch): Promise<void>
  /** Hears of each batch once it can be read; returns how to stop. */
  onCommit(listener: (batch: Batch) => void): () => void
}
