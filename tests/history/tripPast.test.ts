// The memory that a trip's history takes, and the names in its texts in any order of reading.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { toHistoryEntry } from '#core/history/entry.ts'
import type { HistoryDomainEvent } from '#core/history/events.ts'
import type { Given } from '#tests/support/given.ts'
import { initialEvents, by, historyOf } from '#tests/history/events.ts'

const guestAdded = (i: number): Given<HistoryDomainEvent> =>
  by('ann', {
    type: 'GuestAdded',
    data: {
      guest: { id: `guest ${i}`, name: `Guest ${i}`, role: 'member' },
      addedBy: { id: 'ann', username: 'ann' },
    },
  })
const renamed = (i: number): Given<HistoryDomainEvent> =>
  by('ann', {
    type: 'GuestChanged',
    data: {
      guest: { id: 'guest 0', name: `Name ${i}`, role: 'member' },
      was: { id: 'guest 0', name: `Name ${i - 1}`, role: 'member' },
    },
  })

describe('past of a trip', () => {
  it('The past of a trip stores no copy of all its people for each change', () => {
    setFlagsFromString('--expose-gc')
    const gc = runInNewContext('gc') as () => void
    const events = [...initialEvents, ...Array.from({ length: 8000 }, (_, i) => guestAdded(i))]
    gc()
    const before = process.memoryUsage().heapUsed
    const past = historyOf(...events)
    gc()
    const megabytes = (process.memoryUsage().heapUsed - before) / 1e6
    expect(past.length).toBe(8002)
    // 8,000 separate lists of up to 8,000 people would take 256 MB.
    expect(megabytes).toBeLessThan(60)
  })

  it('Every change is described with the names of its time, read forwards, backwards or singly', () => {
    const events = [...initialEvents, guestAdded(0), ...Array.from({ length: 250 }, (_, i) => renamed(i))]
    const past = historyOf(...events)
    const forwards = [...past.all()].map((described) => ({
      n: described.n,
      name: described.trip.guests[0]?.name,
    }))
    expect(forwards).toEqual(
      events.map((_, i) => ({
        n: i + 1,
        name: i < 2 ? undefined : i === 2 ? 'Guest 0' : `Name ${i - 3}`,
      })),
    )
    for (const n of [1, 2, 100, 101, 102, 200, 253, 254, 1000]) {
      const described = [...past.before(n)].map((one) => ({ n: one.n, name: one.trip.guests[0]?.name }))
      expect(described).toEqual(forwards.slice(0, n - 1).reverse())
    }
    for (const { n, name } of forwards) expect(past.change(n)?.trip.guests[0]?.name).toBe(name)
    expect([0, 254, 1000].map((n) => past.change(n))).toEqual([undefined, undefined, undefined])
    expect(toHistoryEntry(past.change(4)!).text).toContain('Name 0')
  })
})
