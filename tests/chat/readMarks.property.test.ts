// The log keeps only the newest read marker of each person. The read model built from all of them and a rebuild from
// those left must be equal, byte for byte.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readMarkerStreamType } from '#core/chat/readMarker.ts'
import { type ReadMarkers, readMarkers } from '#projections/chat/readMarkers.ts'

interface Read {
  userId: string
  seq: number
}

function marksOf(reads: readonly Read[]): string {
  const fold = readMarkers.on['ReadUpTo'] as (doc: ReadMarkers, event: { data: object }) => ReadMarkers
  const marked = (doc: ReadMarkers, { userId, seq }: Read) =>
    fold(doc, { data: { conversationId: 'food', userId, seq, messageId: `m${seq}`, own: 0, marks: [] } })
  return JSON.stringify(reads.reduce(marked, readMarkers.empty('food')))
}

it('The read markers of a conversation are the same from all events and from those left in the log', () => {
  expect(readMarkerStreamType.maxEvents, 'needs a log that forgets to mean anything').toBe(1)
  const read = fc.record({
    userId: fc.constantFrom('ann', 'ben', 'cleo', 'dan'),
    seq: fc.integer({ min: 1 }),
  })
  fc.assert(
    fc.property(fc.array(read, { minLength: 1, maxLength: 12 }), (reads) => {
      const left = reads.filter(
        ({ userId }, n) => !reads.slice(n + 1).some((later) => later.userId === userId),
      )
      expect(marksOf(reads)).toBe(marksOf(left))
    }),
  )
})
