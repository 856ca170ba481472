// Reads the log once for all projections, from the read store's checkpoint. Several processes may do so: each commit
// compares the checkpoint, so a process that was overtaken changes nothing and restarts from the new checkpoint.

import type { Codec } from '#core/store/codec.ts'
import { START, type EventStore, type StoredEvent } from '#core/store/eventStore.ts'
import { delay } from '#projections/platform/delay.ts'
import {
  type BatchFold,
  type OnProjectionFailure,
  ALL,
  createBatchFold,
  failedStreams,
} from '#projections/platform/batchFold.ts'
import {
  CheckpointConflict,
  type ReadStore,
  type Checkpoint,
  type DocumentWrite,
} from '#projections/platform/readStore.ts'
import { type AnyProjection, projection } from '#projections/platform/projection.ts'

/** Only avoids duplicate work; the checkpoint guarantees correctness. */
export interface ProjectorLease {
  /** Waits until no other process projects; null when the signal aborted before. @throws StoreUnavailable */
  acquire(signal: AbortSignal): Promise<{ lost: AbortSignal; release(): Promise<void> } | null>
}

export interface ProjectorDeps {
  store: EventStore
  codec: Codec
  readStore: ReadStore
  projections: readonly AnyProjection[]
  onError: OnProjectionFailure
  /** A store or the log cannot be reached; the projector retries. */
  onRetry?(error: unknown): void
  lease?: ProjectorLease
  /** Whether documents that are ahead of the log's head are of another log: one that was restored from a backup. */
  discardsAhead?: boolean
  /** Events folded and committed at once while catching up; default 500. */
  batch?: number
}

const MIN_BACKOFF_MS = 100
const MAX_BACKOFF_MS = 2000
const IDLE_MS = 1000

export function startProjector(deps: ProjectorDeps): { stop(): Promise<void> } {
  const { store, codec, readStore, projections, onError, onRetry, lease = noLease, discardsAhead } = deps
  const abort = new AbortController()
  let asking: Promise<unknown> | undefined
  const running = run()
  return {
    async stop() {
      abort.abort()
      await running
    },
  }

  async function run(): Promise<void> {
    for (let failures = 0; !abort.signal.aborted;)
      try {
        await project(() => (failures = 0))
      } catch (error) {
        if (!(error instanceof CheckpointConflict)) onRetry?.(error)
        // With jitter, so that several processes do not retry at the same moment.
        const maxDelay = Math.min(MIN_BACKOFF_MS * 2 ** failures++, MAX_BACKOFF_MS)
        await delay(maxDelay * (0.5 + Math.random() / 2), abort.signal)
      }
  }

  /**
   * A subscription whose network silently loses everything looks like one without events. A call that gets no reply
   * replaces its connection; so would one on a machine that is too busy, therefore not while events arrive or are folded.
   */
  function askForHead(idleSince: number): void {
    if (performance.now() - idleSince < IDLE_MS) return
    asking ??= store
      .head()
      .then(ignore, ignore)
      .finally(() => (asking = undefined))
  }

  /** Runs until it is stopped, loses the lease, or fails. */
  async function project(onProgress: () => void): Promise<void> {
    const acquired = await lease.acquire(abort.signal)
    if (!acquired) return
    const documentsLost = new AbortController()
    const signal = AbortSignal.any([abort.signal, acquired.lost, documentsLost.signal])
    let stopWatching: (() => void) | undefined
    /** Since when the projector only waits for events. */
    let idleSince = Infinity
    const stopAsking = readStore.onStandstill?.(() => askForHead(idleSince))
    try {
      const head = await store.head()
      let { position, ready }: Checkpoint = await readStore.begin()
      // Detects that all documents are gone even while no events arrive.
      let isReadable = (await readStore.checkpoint()).ready
      stopWatching = readStore.onCheckpoint((published) => {
        if (isReadable && !published.ready) documentsLost.abort()
        isReadable = published.ready
      })
      const [failed, identity] = await readStore.load([
        { projection: failedStreams, key: ALL },
        { projection: logIdentity, key: ALL },
      ])
      const isAhead = discardsAhead === true && position > head
      if (isAhead || !(await isSameLog(store, identity, signal))) return await readStore.discard()
      const fold = createBatchFold(codec, projections, new Set((failed ?? []) as string[]), onError)
      if (position >= head)
        if (ready) await readStore.commit({ after: position, position, writes: [], ready })
        else ready = await makeReadable(deps, fold, position, signal)
      let committing = Promise.resolve()
      idleSince = performance.now()
      for await (const events of store.subscribe({ after: position, signal, ...batchOf(deps) })) {
        idleSince = Infinity
        const next = events.at(-1)!.position
        const writes = await fold.batch(events, readStore.load, ready)
        if (position === START) writes.push(recordLogIdentity(events[0]!))
        await committing
        const isCaughtUp = next >= head
        committing = readStore.commit({ after: position, position: next, writes, ready: ready && isCaughtUp })
        position = next
        onProgress()
        if (!ready && isCaughtUp) {
          await committing
          ready = await makeReadable(deps, fold, position, signal)
        } else if (ready && isCaughtUp) await committing
        else {
          // While catching up, the next batch is folded during the commit (which reports its own failure there), and
          // requests run between batches.
          committing.catch(() => undefined)
          await yieldToEventLoop()
        }
        idleSince = performance.now()
      }
      await committing
    } finally {
      stopAsking?.()
      stopWatching?.()
      await acquired.release()
    }
  }
}

/**
 * Makes a finished build readable. Derived documents wait for this moment, so that a build derives each once instead of
 * in every batch. Restarts from the beginning when interrupted.
 */
async function makeReadable(
  { readStore, projections }: ProjectorDeps,
  fold: BatchFold,
  position: string,
  signal: AbortSignal,
): Promise<boolean> {
  for (const projection of projections)
    if (projection.derived)
      for await (const keys of readStore.keys(projection.derived.from[0])) {
        const writes = await fold.derive(projection, keys, readStore.load)
        await readStore.commit({ after: position, position, writes, ready: false })
        await yieldToEventLoop()
        if (signal.aborted) return false
      }
  await readStore.commit({ after: position, position, writes: [], ready: true })
  return true
}

const batchOf = ({ batch }: ProjectorDeps) => (batch === undefined ? {} : { batch })

const ignore = () => undefined

const yieldToEventLoop = () => new Promise((resolve) => setImmediate(resolve))

const noLease: ProjectorLease = {
  acquire: async () => ({ lost: new AbortController().signal, release: async () => undefined }),
}

/**
 * Documents belong to one log, identified by its first event: after a move to another store, or a new log, old documents must
 * not be shown.
 */
const logIdentity = projection<string, never>({
  name: 'knownLog',
  version: 1,
  key: () => null,
  empty: () => '',
  on: {},
})

/** @param identity the stored document; null when no log was read yet */
async function isSameLog(store: EventStore, identity: unknown, signal: AbortSignal): Promise<boolean> {
  if (identity === null) return true
  if ((await store.head()) === START) return false
  for await (const [first] of store.subscribe({ after: START, signal, batch: 1 }))
    return identityOf(first!) === identity
  return true
}

/** Written with the first events. */
function recordLogIdentity(first: StoredEvent): DocumentWrite {
  return { projection: logIdentity, key: ALL, doc: identityOf(first) }
}

const identityOf = ({ position, meta }: StoredEvent): string => `${position} ${meta.at} ${meta.key}`
