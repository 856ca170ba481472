// Erases a stream. Truncating it is not enough: EventStoreDB keeps the last event of every stream for good. So the stream
// first gets an event without content, which also closes it (commandBatch.ts): a late command cannot write to it again.

import type { EventMetadata } from '#core/kernel/decider.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { STREAM_ERASED } from '#core/store/codec.ts'
import type { CommandMetadata, HandleCommand } from '#core/store/command.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import type { AnyStreamType } from '#core/store/streamType.ts'

/**
 * Safe to repeat: it finishes what a crash interrupted, and does nothing to an erased stream. A stream that was never
 * written is closed, too.
 * @param cause metadata of the event that the erasure follows from
 * @throws Error when other writers are in the way; StoreUnavailable
 */
export async function eraseStream(
  { store, handleCommand }: { store: EventStore; handleCommand: HandleCommand },
  streamType: AnyStreamType,
  id: string,
  cause: EventMetadata,
): Promise<void> {
  const stream = streamType.prefix + id
  const [first] = await store.read(stream, { limit: 1 })
  if (first?.type === STREAM_ERASED) return
  const { refusal } = await handleCommand(streamType, id, {
    command: 'EraseStream',
    ...eraserMetadata(stream, cause),
    decide: async () => [{ type: STREAM_ERASED, data: {} }],
    toResponse: () => undefined,
  })
  const [last] = await store.read(stream, { backward: true, limit: 1 })
  // A refusal is expected here: an earlier run closed the stream but did not truncate it.
  if (last?.type !== STREAM_ERASED) throw new Error(`${stream} could not be closed: ${refusal?.refused}`)
  await store.truncate(stream, last.revision)
}

/** Of an eraser's command to a stream, because of an event. */
export function eraserMetadata(stream: string, cause: EventMetadata): CommandMetadata {
  const { at, digest, requestId, key } = cause
  return { actor: 'system', at, key: idFrom(stream, key), digest, requestId }
}
