// Helpers with which the event-store tests append to a log and subscribe to it.

import type { EventMetadata } from '#core/kernel/decider.ts'
import {
  NO_STREAM,
  WrongRevision,
  type EventStore,
  type NewEvent,
  type StoredEvent,
} from '#core/store/eventStore.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

export const meta: EventMetadata = {
  actor: 'system',
  at: '2026-05-02T10:00:00Z',
  key: '6a1f0c3e-6b0c-4d53-9c0e-0d6a4f1f2b11',
  digest: '',
  requestId: 'r1',
  v: 1,
  prev: null,
}

/** Numbered events: noted(3) returns three, numbered from 0. */
export function noted(count: number, from = 0): NewEvent[] {
  return Array.from({ length: count }, (_, index) => ({ type: 'Noted', data: { n: from + index }, meta }))
}

export const numbers = (events: readonly StoredEvent[]) =>
  events.map((event) => (event.data as { n: number }).n)
export const revisions = (events: readonly StoredEvent[]) => events.map((event) => event.revision)

/** Collects the events of a subscription until there are `count`, or it ends. Fails the test after a timeout. */
export async function take(
  store: EventStore,
  count: number,
  { after, batch = 500, slow }: { after: string; batch?: number; slow?: () => Promise<void> },
): Promise<StoredEvent[]> {
  const stop = new AbortController()
  const late = setTimeout(() => stop.abort(), TIMEOUT_MS)
  const taken: StoredEvent[] = []
  for await (const events of store.subscribe({ after, batch, signal: stop.signal })) {
    if (events.length === 0 || events.length > batch) throw new Error(`a batch of ${events.length}`)
    taken.push(...events)
    if (taken.length >= count) stop.abort()
    await slow?.()
  }
  clearTimeout(late)
  return taken
}

/** Appends, and reads the revision again whenever another writer was faster. */
export async function appendStubbornly(store: EventStore, stream: string, events: NewEvent[]) {
  let expected = NO_STREAM
  for (;;) {
    try {
      return await store.append(stream, expected, events)
    } catch (error) {
      if (!(error instanceof WrongRevision)) throw error
      expected = error.actual
    }
  }
}

/** All events of the log so far, in order. */
export async function everything(store: EventStore, after: string): Promise<StoredEvent[]> {
  const head = await store.head()
  const stop = new AbortController()
  const found: StoredEvent[] = []
  if (head <= after) return found
  for await (const events of store.subscribe({ after, signal: stop.signal })) {
    found.push(...events)
    if (events.at(-1)!.position >= head) stop.abort()
  }
  return found
}
