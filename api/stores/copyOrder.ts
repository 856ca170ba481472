// Plans how a log is copied fast without changing what is built from it. Events that are folded into one document keep their
// order, and so do the events of a stream and of all streams with one id, which a history shows together.

import type { StoredEvent } from '#core/store/eventStore.ts'
import type { DocumentKeys } from '#projections/platform/documentKeys.ts'
import { idIn } from '#projections/platform/projection.ts'

/** Events of one stream each, in order; no document is folded from two of these runs. */
export type CopyStep = StoredEvent[][]

/** @param events in the order of the log */
export function copyStepsOf(events: readonly StoredEvent[], keysOf: DocumentKeys): CopyStep[] {
  const steps: Map<string, StoredEvent[]>[] = []
  /** The last step with an event of this key, and the only stream in it that has some. */
  const last = new Map<string, { step: number; stream: string }>()
  for (const event of events) {
    const { stream } = event
    const keys = [stream, idIn(stream), ...keysOf(event)]
    let step = 0
    for (const key of keys) {
      const before = last.get(key)
      if (before) step = Math.max(step, before.stream === stream ? before.step : before.step + 1)
    }
    for (const key of keys) last.set(key, { step, stream })
    const runs = (steps[step] ??= new Map<string, StoredEvent[]>())
    const run = runs.get(stream)
    if (run) run.push(event)
    else runs.set(stream, [event])
  }
  return steps.map((runs) => [...runs.values()])
}
