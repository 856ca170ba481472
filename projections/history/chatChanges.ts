// The read model of changes of a trip's chats, in the order of the log: the part of its history that is in other
// streams. It is small and has no messages.

import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { TripChatEvent } from '#core/chat/events.ts'
import type { TripDeleted } from '#core/trips/events.ts'
import { appendItem, type Chunks } from '#projections/platform/chunks.ts'
import { idIn, projection } from '#projections/platform/projection.ts'

export type ChatChanges = Chunks<RecordedEventOf<TripChatEvent> & { id: string }>

/** The position is the id, so that the items of a chunk can be told apart. */
const add = (doc: ChatChanges, event: RecordedEventOf<TripChatEvent>): ChatChanges =>
  appendItem(doc, { ...event, id: event.position })

export const chatChanges = projection<ChatChanges, TripChatEvent | TripDeleted>({
  name: 'chatChanges',
  version: 1,
  key: ({ type, data, stream }) => (type === 'TripDeleted' ? idIn(stream) : data.tripId),
  empty: () => [],
  list: 'chunks',
  on: {
    TripChatCreated: add,
    TripChatChanged: add,
    // The eraser deletes the chats of a deleted trip, which has no history any more.
    TripChatDeleted: (doc, event) => (event.meta.actor === 'system' ? null : add(doc, event)),
    TripDeleted: () => null,
  },
})
