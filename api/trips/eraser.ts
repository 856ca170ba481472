// Erases the data of deleted trips and removed guests. It follows the log and is safe to repeat, so it finishes what a
// crash interrupted.

import type { TripEvent } from '#core/trips/events.ts'
import { guestStreamType } from '#core/trips/guestContact.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import type { HandleCommand } from '#core/store/command.ts'
import { runCommand } from '#core/store/runCommand.ts'
import type { RecordedEventOf } from '#core/kernel/decider.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { idIn } from '#projections/platform/projection.ts'

interface Deps {
  store: EventStore
  codec: Codec
  handleCommand: HandleCommand
  /** Of the streams of other features that are erased with their trip: `money-`, `itinerary-` … */
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
    // The deletion stays in the trip's stream: a late command must get 404, not an empty stream.
    await store.truncate(tripStreamType.prefix + idIn(stored.stream), stored.revision)
  }

  async function empty(stream: string): Promise<void> {
    const [last] = await store.read(stream, { backward: true, limit: 1 })
    if (last) await store.truncate(stream, last.revision + 1)
  }

  /** The stream keeps its newest event only, so the erasure replaces the details. */
  async function eraseContact(guestId: string, { meta }: StoredEvent): Promise<void> {
    const [last] = await store.read(guestStreamType.prefix + guestId, { backward: true, limit: 1 })
    if (!last || last.type === 'GuestContactErased') return
    const command = { type: 'EraseGuestContact', guestId } as const
    const by = { ...meta, actor: 'system', key: idFrom(guestId, meta.key) }
    await runCommand(handleCommand, guestStreamType, guestId, command, by)
  }
}
