// A projection names every event type of its union, and only those with a handler reach it.

import { describe, expect, it } from 'vitest'
import type { DomainEvent } from '#core/kernel/decider.ts'
import { projection } from '#projections/platform/projection.ts'

type Counted = DomainEvent<'Added', { by: number }> | DomainEvent<'Renamed', { name: string }>
const shape = { name: 'counts', version: 1, key: () => 'all', empty: () => 0 }

describe('projection', () => {
  it('A projection has no handlers for its ignored event types', () => {
    const counts = projection<number, Counted>({
      ...shape,
      on: { Added: (count, { data }) => count + data.by, Renamed: 'ignored' },
    })
    expect(Object.keys(counts.on)).toEqual(['Added'])
  })

  it('A projection that neither handles nor ignores an event type does not compile', () => {
    const counts = projection<number, Counted>({
      ...shape,
      // @ts-expect-error Renamed is missing
      on: { Added: (count, { data }) => count + data.by },
    })
    expect(counts.name).toBe('counts')
  })
})
