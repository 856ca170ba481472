// The port to the documents of the projections. Documents and checkpoint are committed together or not at all, and a
// document that is not built yet is distinct from one that does not exist.

import type { AnyProjection, Projection } from '#projections/platform/projection.ts'

/** Replaces a document that its projection failed to fold: reading it fails, also after a restart. */
export const FAILED_DOCUMENT = Symbol('gave up')

/** `FAILED_DOCUMENT` as text: not JSON, so it equals no document. */
export const FAILED_DOCUMENT_TEXT = '!'

export interface DocumentAddress {
  projection: AnyProjection
  key: string
}

export interface DocumentWrite extends DocumentAddress {
  /** null removes it. */
  doc: unknown
}

export interface Batch {
  /** The checkpoint these documents were folded on. */
  after: string
  /** The position that these documents include. */
  position: string
  writes: readonly DocumentWrite[]
  /** Whether the projector has reached the head it began with; once true, it stays so. */
  ready: boolean
}

export interface Checkpoint {
  /** The last position that was read; `START` at first. */
  position: string
  ready: boolean
}

export interface ReadStore {
  /**
   * The document, or null when it does not exist. The caller must not change it.
   * @throws ReadModelNotReady while that is unknown; StoreUnavailable
   */
  get<Doc>(projection: Projection<Doc>, key: string): Promise<Doc | null>
  getMany<Doc>(projection: Projection<Doc>, keys: readonly string[]): Promise<(Doc | null)[]>
  /**
   * The documents of several projections under one key, in their order and all at the position returned; null for none.
   * @throws ReadModelNotReady; StoreUnavailable
   */
  getTogether(
    projections: readonly AnyProjection[],
    key: string,
  ): Promise<{ position: string; docs: readonly unknown[] }>
  /** @throws StoreUnavailable */
  checkpoint(): Promise<Checkpoint>
  /** Subscribes to changes of the checkpoint, in this or another process; returns the unsubscribe function. */
  onCheckpoint(listener: (checkpoint: Checkpoint) => void): () => void
  /**
   * Reports to a projector in another process that requests wait and the checkpoint does not move; absent where the
   * projector runs in this process.
   */
  reportStandstill?(): void
  onStandstill?(listener: () => void): () => void

  /**
   * How far a follower of the log is: `START` at first, and after `discard`. May be behind after a crash.
   * @throws StoreUnavailable
   */
  followerPosition(follower: string): Promise<string>
  /** @throws StoreUnavailable */
  setFollowerPosition(follower: string, position: string): Promise<void>

  /** Removes all documents; the next build begins at `START`. @throws StoreUnavailable */
  discard(): Promise<void>
  /** For the projector: the checkpoint to go on from. @throws StoreUnavailable */
  begin(): Promise<Checkpoint>
  /**
   * Documents after the last commit, also one under way, readable or not: null for none, or `FAILED_DOCUMENT`.
   * @throws CheckpointConflict; StoreUnavailable
   */
  load(wanted: readonly DocumentAddress[]): Promise<unknown[]>
  /**
   * The keys of a projection's documents after the last commit, in slices; a key may come twice.
   * @throws CheckpointConflict; StoreUnavailable
   */
  keys(projection: AnyProjection): AsyncIterable<readonly string[]>
  /** @throws CheckpointConflict, and nothing has changed; StoreUnavailable, and it is unknown whether anything has */
  commit(batch: Batch): Promise<void>
}

/** The documents are being built, or the projection failed on this one. */
export class ReadModelNotReady extends Error {
  override name = 'ReadModelNotReady'
}

/** Another process has moved the checkpoint, or all documents are gone: the folded documents are outdated. */
export class CheckpointConflict extends Error {
  constructor() {
    super('The read store is not where it was left')
    this.name = 'CheckpointConflict'
  }
}
