// Every stream is a hash chain: each event carries the hash of the one before it.

import { expect } from 'vitest'
import { hashEvent } from '#core/kernel/ids.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'

/** @param log in order, streams mixed; the link to an erased event cannot be checked */
export function expectChains(log: readonly StoredEvent[]): void {
  const last = new Map<string, StoredEvent>()
  for (const event of log) {
    const place = `${event.stream} ${event.revision} ${event.type}`
    const before = last.get(event.stream)
    if (event.revision === 0) expect(event.meta.prev, place).toBeNull()
    else if (before?.revision === event.revision - 1) expect(event.meta.prev, place).toBe(hashEvent(before))
    else expect(event.meta.prev, place).toMatch(/^[0-9a-f]{64}$/)
    last.set(event.stream, event)
  }
}
