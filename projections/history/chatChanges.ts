// What happened to a trip's chats themselves, in the order of the log: the part of its history that stands in streams
// of other names. Small, and without a word of what is said in them.

import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { ChatChange } from '#core/history/events.ts'
import type { TripEvent } from '#core/trips/events.ts'
import type { Chunks } from '#projections/platform/chunks.ts'
import { appended } from '#projections/platform/chunks.ts'
import { idIn, projection } from '#projections/platform/projection.ts'

type Changes = Chunks<RecordedEventOf<ChatChange> & { id: string }>

/** As the log numbers it, so that what a chunk holds can be told apart. */
const add = (doc: Changes, event: RecordedEventOf<ChatChange>): Changes =>
  appended(doc, { ...event, id: event.position })

export const chatChanges = projection<Changes, ChatChange | Extract<TripEvent, { type: 'TripDeleted' }>>({
  name: 'chatChanges',
  version: 1,
  key: ({ type, data, stream }) => (type === 'TripDeleted' ? idIn(stream) : data.tripId),
  empty: () => [],
  on: {
    TripChatCreated: add,
    TripChatChanged: add,
    // Those of a deleted trip are closed by the eraser, after their trip has no history any more.
    TripChatDeleted: (doc, event) => (event.meta.actor === 'system' ? null : add(doc, event)),
    TripDeleted: () => null,
  },
})
