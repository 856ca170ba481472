// Erases the data of deleted trips, and of guests who were removed or are a user now. It follows the log and is safe to repeat, so it finishes what a
// crash interrupted. Each stream keeps one event without content.

import { contactIdOf, type TripEvent } from '#core/trips/events.ts'
import { guestStreamType } from '#core/trips/guestContact.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import type { HandleCommand } from '#core/store/command.ts'
import { eraserMetadata, eraseStream } from '#core/store/eraseStream.ts'
import { runCommand } from '#core/store/runCommand.ts'
import type { AnyStreamType } from '#core/store/streamType.ts'
import type { RecordedEventOf } from '#core/kernel/decider.ts'
import { idIn } from '#projections/platform/projection.ts'

interface Deps {
  store: EventStore
  codec: Codec
  handleCommand: HandleCommand
  /** Of the streams of other features that are erased with their trip: `money-`, `itinerary-` … */
  streamTypes: readonly AnyStreamType[]
}

const erasing = ['TripDeleted', 'GuestRemoved', 'GuestClaimed'] as const
type Erasing = (typeof erasing)[number]

/** Takes each event of the log, in order. */
export function createEraser({
  store,
  codec,
  handleCommand,
  streamTypes,
}: Deps): (event: StoredEvent) => Promise<void> {
  return async (stored) => {
    if (!erasing.includes(stored.type as Erasing)) return
    const event = codec.decode(stored) as RecordedEventOf<Extract<TripEvent, { type: Erasing }>>
    if (event.type !== 'TripDeleted') return eraseContact(contactIdOf(event.data.guest), stored)
    for (const guestId of event.data.guestIds) await eraseContact(guestId, stored)
    for (const streamType of streamTypes)
      await eraseStream({ store, handleCommand }, streamType, event.data.tripId, event.meta)
    // The deletion stays in the trip's stream: a late command must get 404, not an empty stream.
    await store.truncate(tripStreamType.prefix + idIn(stored.stream), stored.revision)
  }

  /** The stream keeps its newest event only, so the erasure replaces the details. */
  async function eraseContact(guestId: string, { meta }: StoredEvent): Promise<void> {
    const [last] = await store.read(guestStreamType.prefix + guestId, { backward: true, limit: 1 })
    if (last?.type === 'GuestContactErased') return
    const command = { type: 'EraseGuestContact', guestId } as const
    await runCommand(handleCommand, guestStreamType, guestId, command, eraserMetadata(guestId, meta))
  }
}
