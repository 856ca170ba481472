// Reads the log once for all projections, from the read store's checkpoint on. Several processes may do so: the checkpoint
// is compared at each commit, so whoever was overtaken changes nothing and begins again where the others are.

import type { Codec } from '#core/store/codec.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import { START } from '#core/store/eventStore.ts'
import { delay } from '#projections/platform/delay.ts'
import { isSameLog, logIdentity, recordLogIdentity } from '#projections/platform/logIdentity.ts'
import type { BatchFold, OnProjectionFailure } from '#projections/platform/batchFold.ts'
import { ALL, createBatchFold, failedStreams } from '#projections/platform/batchFold.ts'
import type { ReadStore, Checkpoint } from '#projections/platform/readStore.ts'
import { CheckpointConflict } from '#projections/platform/readStore.ts'
import type { AnyProjection } from '#projections/platform/projection.ts'

/** Only spares work that would be done twice; the checkpoint is what makes sure. */
export interface ProjectorLease {
  /** Waits until nobody else projects; null when the signal aborted before. @throws StoreUnavailable */
  acquire(signal: AbortSignal): Promise<{ lost: AbortSignal; release(): Promise<void> } | null>
}

export interface ProjectorDeps {
  store: EventStore
  codec: Codec
  readStore: ReadStore
  projections: readonly AnyProjection[]
  /** A projection gave up on a document or a stream. */
  onError: OnProjectionFailure
  /** Neither store nor log can be relied on right now; it is tried again. */
  onRetry?(error: unknown): void
  lease?: ProjectorLease
  /** Events folded and committed at once while catching up; default 500. */
  batch?: number
}

const SHORTEST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5000

export function startProjector(deps: ProjectorDeps): { stop(): Promise<void> } {
  const { store, codec, readStore, projections, onError, onRetry, lease = alone } = deps
  const abort = new AbortController()
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
        // With jitter, so that several do not come back at the same moment.
        const longest = Math.min(SHORTEST_WAIT_MS * 2 ** failures++, LONGEST_WAIT_MS)
        await delay(longest * (0.5 + Math.random() / 2), abort.signal)
      }
  }

  /** Until it is told to stop, has lost its turn, or something fails. */
  async function project(wentOn: () => void): Promise<void> {
    const own = await lease.acquire(abort.signal)
    if (!own) return
    const gone = new AbortController()
    const signal = AbortSignal.any([abort.signal, own.lost, gone.signal])
    let stopLooking: (() => void) | undefined
    try {
      const head = await store.head()
      let { position, ready }: Checkpoint = await readStore.begin()
      // Nothing may be written for long, and still somebody must see that all there was is gone.
      stopLooking = readStore.onCheckpoint((shown) => {
        if (ready && !shown.ready) gone.abort()
      })
      const [lost, log] = await readStore.load([
        { projection: failedStreams, key: ALL },
        { projection: logIdentity, key: ALL },
      ])
      if (!(await isSameLog(store, log, signal))) return await readStore.discard()
      const fold = createBatchFold(codec, projections, new Set((lost ?? []) as string[]), onError)
      if (!ready && position >= head) ready = await showAll(deps, fold, position, signal)
      let committing = Promise.resolve()
      for await (const events of store.subscribe({ after: position, signal, ...batchOf(deps) })) {
        const next = events.at(-1)!.position
        const writes = await fold.batch(events, readStore.load, ready)
        if (position === START) writes.push(recordLogIdentity(events[0]!))
        await committing
        committing = readStore.commit({ after: position, position: next, writes, ready })
        position = next
        wentOn()
        if (!ready && next >= head) {
          await committing
          ready = await showAll(deps, fold, position, signal)
        } else if (ready) await committing
        else {
          // While catching up, the next batch is folded meanwhile (what fails is met there), and requests get their
          // turn between batches.
          committing.catch(() => undefined)
          await yieldToEventLoop()
        }
      }
      await committing
    } finally {
      stopLooking?.()
      await own.release()
    }
  }
}

/**
 * All that was in the log is in, and nothing is shown yet: what is derived has waited for this, so that a build derives each
 * document once and not again in every batch. Begun anew where it was cut short.
 */
async function showAll(
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

const yieldToEventLoop = () => new Promise((resolve) => setImmediate(resolve))

const alone: ProjectorLease = {
  acquire: async () => ({ lost: new AbortController().signal, release: async () => undefined }),
}
