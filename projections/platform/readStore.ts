// The port to the documents the projections keep. A projection's document, its change and its checkpoint move together or not
// at all, and what is not built yet is told apart from what does not exist.

import type { AnyProjection, Projection } from '#projections/platform/projection.ts'

/** In the place of a document its projection could not fold: whoever asks for it is told so, also after a restart. */
export const FAILED_DOCUMENT = Symbol('gave up')

/** `GAVE_UP` as text: not JSON, so no document is taken for it. */
export const FAILED_DOCUMENT_TEXT = '!'

export interface DocumentWrite {
  projection: AnyProjection
  key: string
  /** null removes it. */
  doc: unknown
}

/** Everything one batch of events changed. */
export interface Batch {
  /** The checkpoint these documents were folded on. */
  after: string
  /** The place in the log these documents show. */
  position: string
  writes: readonly DocumentWrite[]
  /** Whether all that was in the log when the build began is in; once true, it stays so. */
  ready: boolean
}

export interface Checkpoint {
  /** Where the log was read to; `START` at first. */
  position: string
  /** Whether documents may be shown. */
  ready: boolean
}

export interface ReadStore {
  /**
   * The document, or null where no event made one. Not to be changed by the caller.
   * @throws NotBuilt when it cannot be known for now; StoreUnavailable
   */
  get<Doc>(projection: Projection<Doc>, key: string): Promise<Doc | null>
  getMany<Doc>(projection: Projection<Doc>, keys: readonly string[]): Promise<(Doc | null)[]>
  /** @throws StoreUnavailable */
  checkpoint(): Promise<Checkpoint>
  /** Hears what is shown whenever that has changed, in this or another process; returns how to stop. */
  onCheckpoint(listener: (shown: Checkpoint) => void): () => void

  /** Forgets all documents; a build begins at `START`. @throws StoreUnavailable */
  discard(): Promise<void>
  /** For whoever projects: where to go on from. @throws StoreUnavailable */
  begin(): Promise<Checkpoint>
  /**
   * Documents as the last commit left them, also one under way, whether or not they may be shown: null for none, or
   * `GAVE_UP`.
   * @throws Overtaken; StoreUnavailable
   */
  load(wanted: readonly { projection: AnyProjection; key: string }[]): Promise<unknown[]>
  /**
   * The keys of all documents of a projection as the last commit left them, a slice at a time; one may come twice.
   * @throws Overtaken; StoreUnavailable
   */
  keys(projection: AnyProjection): AsyncIterable<readonly string[]>
  /** @throws Overtaken, and nothing has changed; StoreUnavailable, and nobody can say whether anything has */
  commit(batch: Batch): Promise<void>
}

/** The documents are being built, or a projection gave up on this one. */
export class ReadModelNotReady extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotBuilt'
  }
}

/** Somebody else has moved the checkpoint, or all is gone: what was folded is out of date. Begin again. */
export class CheckpointConflict extends Error {
  constructor() {
    super('The read store is not where it was left')
    this.name = 'Overtaken'
  }
}
