// Deleting a trip and removing a guest really take their data away. It follows the log, is safe to repeat, and so
// finishes after a crash what the crash cut short.

import type { TripEvent } from '#core/trips/events.ts'
import { guestStreamType } from '#core/trips/guestContact.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import type { HandleCommand } from '#core/store/commandHandler.ts'
import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { GuestContactState } from '#core/trips/guestContact.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { idIn } from '#projections/platform/projection.ts'

interface Deps {
  store: EventStore
  codec: Codec
  handleCommand: HandleCommand
  /** Streams of other features that go with their trip: `money-`, `itinerary-` … */
  prefixes: readonly string[]
}

/** Takes each event of the log, in order. */
export function createEraser({
  store,
  codec,
  handleCommand,
  prefixes,
}: Deps): (event: StoredEvent) => Promise<void> {
  return async (stored) => {
    if (stored.type !== 'TripDeleted' && stored.type !== 'GuestRemoved') return
    const event = codec.decode(stored) as RecordedEventOf<
      Extract<TripEvent, { type: 'TripDeleted' | 'GuestRemoved' }>
    >
    if (event.type === 'GuestRemoved') return eraseContact(event.data.guest.id, stored)
    for (const guestId of event.data.guestIds) await eraseContact(guestId, stored)
    for (const prefix of prefixes) await empty(prefix + event.data.tripId)
    // What is left of the trip is that it was deleted: a late command must find 404, not an empty stream.
    await store.truncate(tripStreamType.prefix + idIn(stored.stream), stored.revision)
  }

  async function empty(stream: string): Promise<void> {
    const [last] = await store.read(stream, { backward: true, limit: 1 })
    if (last) await store.truncate(stream, last.revision + 1)
  }

  /** The stream keeps its newest event only, so the erasure takes the details' place. */
  async function eraseContact(guestId: string, { meta }: StoredEvent): Promise<void> {
    const [last] = await store.read(guestStreamType.prefix + guestId, { backward: true, limit: 1 })
    if (!last || last.type === 'GuestContactErased') return
    const command = { type: 'EraseGuestContact', guestId } as const
    await handleCommand(guestStreamType, guestId, {
      command: command.type,
      actor: 'system',
      at: meta.at,
      key: idFrom(guestId, meta.key),
      digest: meta.digest,
      requestId: meta.requestId,
      decide: async (state: GuestContactState) => guestStreamType.decide(command, state),
      toResponse: () => undefined,
    })
  }
}
