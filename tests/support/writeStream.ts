// Writes events straight into a log, more than anybody could send, chained and stamped as the lanes do.

import { MAX_APPEND_BYTES } from '#core/kernel/appendSize.ts'
import type { DomainEvent } from '#core/kernel/decider.ts'
import { hashEvent, idFrom } from '#core/kernel/ids.ts'
import { createCodec } from '#core/store/codec.ts'
import type { EventStore, NewEvent } from '#core/store/eventStore.ts'
import { bytesOf } from '#core/store/eventText.ts'
import { rosters } from '#tests/history/samples.ts'

const BATCH = 500
const codec = createCodec(...rosters)
const BEGIN = Date.parse('2026-05-01T00:00:00.000Z')

/** Writes a new stream, one event a second. @param actor user id */
export async function writeStream(
  store: EventStore,
  stream: string,
  events: readonly DomainEvent[],
  actor: string,
): Promise<void> {
  let prev: string | null = null
  let part: NewEvent[] = []
  let bytes = 0
  for (const [revision, { type, data }] of events.entries()) {
    const at = new Date(BEGIN + revision * 1000).toISOString()
    const key = idFrom(stream, String(revision))
    const meta = {
      actor,
      at,
      key,
      digest: '0'.repeat(64),
      requestId: 'written',
      v: codec.version(type),
      prev,
    }
    prev = hashEvent({ revision, type, data, meta })
    const size = bytesOf([{ type, data, meta }])
    if (part.length > 0 && (bytes + size > MAX_APPEND_BYTES || part.length === BATCH)) {
      await store.append(stream, revision - part.length - 1, part)
      part = []
      bytes = 0
    }
    part.push({ type, data, meta })
    bytes += size
  }
  if (part.length > 0) await store.append(stream, events.length - part.length - 1, part)
}
