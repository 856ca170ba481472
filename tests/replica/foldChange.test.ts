// When a device may fold a change into its copy of a trip, and when it needs a new snapshot.

import { describe, expect, test } from 'vitest'
import type { TripEvents } from '#core/trips/contract.ts'
import { emptyTripDocuments } from '#projections/replica/tripDocuments.ts'
import { foldChange, type TripReplica } from '#projections/replica/tripReplica.ts'
import { ann, ben, planned } from '#tests/trips/events.ts'

const TRIP = planned()
const empty: TripReplica = {
  position: '00',
  revisions: { 'trip-trip': -1, 'itinerary-trip': -1, 'money-trip': -1 },
  documents: emptyTripDocuments('trip'),
}

const changeOf = (
  revision: number,
  event: { type: string; data: unknown },
  more: Partial<TripEvents['change']['events'][number]> = {},
): TripEvents['change'] => ({
  position: `0${revision + 1}`,
  stream: 'trip-trip',
  revision,
  events: [{ ...event, revision, at: '2026-05-01T00:00:00.000Z', actor: ann.id, version: 1, ...more }],
})
const invited = { type: 'ParticipantInvited', data: { invitationId: 'i', user: ben, invitedBy: ann } }

describe('foldChange', () => {
  const first = foldChange(empty, changeOf(0, TRIP), ann.id)!

  test('The next event of a stream is folded, and position and revision move on', () => {
    expect(first.documents.trip?.participants).toEqual([{ ...ann, role: 'organizer' }])
    expect([first.position, first.revisions]).toEqual(['01', { ...empty.revisions, 'trip-trip': 0 }])
  })

  test('A change that is delivered again leaves the copy as it is', () => {
    expect(foldChange(first, changeOf(0, TRIP), ann.id)).toBe(first)
  })

  test.each([
    ['an event is missing before it', changeOf(2, invited)],
    ['this build does not know its type', changeOf(1, { type: 'TripPainted', data: {} })],
    ['this build knows an older version of it', changeOf(1, invited, { version: 2 })],
    ['its stream is not the trip’s', { ...changeOf(1, invited), stream: 'trip-other' }],
  ])('A change needs a new snapshot when %s', (_, change) => {
    expect(foldChange(first, change, ann.id)).toBeNull()
  })

  test('A change whose events this person may not see moves the revision on', () => {
    const after = foldChange(first, { ...changeOf(1, invited), events: [] }, ann.id)!
    expect(after.documents).toEqual(first.documents)
    expect(foldChange(after, changeOf(2, invited), ann.id)?.documents.trip?.participants).toHaveLength(2)
  })
})
