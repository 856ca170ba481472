// Every stream is a hash chain: each event carries the hash of the one before it.

import { expect } from 'vitest'
import { hashEvent } from '#core/kernel/ids.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'

/** @param log whole streams or ends of them, in order; events of several streams may be mixed */
export function expectChains(log: readonly StoredEvent[]): void {
  const last = new Map<string, StoredEvent>()
  for (const event of log) {
    const before = last.get(event.stream)
    const place = `${event.stream} ${event.revision} ${event.type}`
    if (before) {
      expect(event.revision, place).toBe(before.revision + 1)
      expect(event.meta.prev, place).toBe(hashEvent(before))
    } else if (event.revision === 0) expect(event.meta.prev, place).toBeNull()
    else expect(event.meta.prev, place).toMatch(/^[0-9a-f]{64}$/)
    last.set(event.stream, event)
  }
}
