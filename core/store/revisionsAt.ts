// The revisions of streams at a position of the log.

import { NO_STREAM, type EventStore } from '#core/store/eventStore.ts'

/** The revision of the last event of each stream that is not after the position; `NO_STREAM` if there is none. */
export async function revisionsAt(
  store: Pick<EventStore, 'read'>,
  streams: readonly string[],
  position: string,
): Promise<Record<string, number>> {
  const revisions = await Promise.all(streams.map((stream) => revisionAt(store, stream, position)))
  return Object.fromEntries(streams.map((stream, n) => [stream, revisions[n]!]))
}

async function revisionAt(
  store: Pick<EventStore, 'read'>,
  stream: string,
  position: string,
): Promise<number> {
  for (let limit = 1; ; limit *= 8) {
    const events = await store.read(stream, { backward: true, limit })
    const last = events.find((event) => event.position <= position)
    if (last) return last.revision
    if (events.length < limit) return NO_STREAM
  }
}
