// Writes events straight into a log, more than anybody could send, chained and stamped as the lanes do.

import type { DomainEvent } from '#core/kernel/decider.ts'
import { hashEvent, idFrom } from '#core/kernel/ids.ts'
import { createCodec } from '#core/store/codec.ts'
import type { EventStore, NewEvent } from '#core/store/eventStore.ts'
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
  for (let from = 0; from < events.length; from += BATCH) {
    const written = events.slice(from, from + BATCH).map(({ type, data }, i): NewEvent => {
      const revision = from + i
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
      return { type, data, meta }
    })
    await store.append(stream, from - 1, written)
  }
}
