// The read model of the newest changes of a trip: where they are in the log and who made them, so that the list of trips
// can show each reader what is new.

import type { RecordedEvent } from '#core/kernel/decider.ts'
import { topics, type HistoryEvent } from '#core/history/events.ts'
import { idIn, type Projection } from '#projections/platform/projection.ts'
import { onTripErasure } from '#projections/platform/tripErasure.ts'

export interface NewestChange {
  /** Position in the log; compares bytewise. */
  position: string
  /** The id of the person. */
  actor: string
  /** Of the event: not everybody may see each. */
  type: string
}

/** Newest last, so that a change moves no other. */
type NewestChanges = readonly NewestChange[]

/** The document keeps 20 to 40 changes: enough to show each of several people theirs. */
const MIN_STORED = 20

const add = (doc: NewestChanges, { position, type, meta }: RecordedEvent): NewestChanges => [
  ...(doc.length < 2 * MIN_STORED ? doc : doc.slice(1 - MIN_STORED)),
  { position, actor: meta.actor, type },
]

export const newestChanges: Projection<NewestChanges> = {
  name: 'newestChanges',
  version: 3,
  keys: ({ type, stream, data }) => [
    topics[type as HistoryEvent['type']] === 'chats' ? (data as { tripId: string }).tripId : idIn(stream),
  ],
  empty: () => [],
  list: 'items',
  on: {
    ...Object.fromEntries(Object.keys(topics).map((type) => [type, add])),
    // The eraser deletes the chats of a deleted trip.
    TripChatDeleted: (doc, event: RecordedEvent) => (event.meta.actor === 'system' ? null : add(doc, event)),
    ...onTripErasure,
  },
}
