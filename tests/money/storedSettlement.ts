// The settlement as its readers get it: events of a trip and its money, folded into the projections in batches.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { type MoneyEvent, moneyEventTypes } from '#core/money/events.ts'
import { recordUpcasts } from '#core/recordKinds.ts'
import type { TripPerson } from '#core/money/settlement/settlement.ts'
import { createCodec } from '#core/store/codec.ts'
import { type StoredEvent, START } from '#core/store/eventStore.ts'
import { formatPosition } from '#core/store/position.ts'
import { type TripEvent, tripUpcasts } from '#core/trips/events.ts'
import { balances } from '#projections/money/balances.ts'
import { type TripSettlements, settlements } from '#projections/money/settlements.ts'
import { createBatchFold } from '#projections/platform/batchFold.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import type { AnyProjection } from '#projections/platform/projection.ts'
import { trips } from '#projections/trips/trips.ts'
import { meta } from '#tests/contracts/logDriver.ts'
import { details, guestAdded, guestRemoved, invited, left, removed } from '#tests/trips/events.ts'

export type TripOrMoneyEvent = TripEvent | MoneyEvent

/** Everybody joins the trip, the first as its organizer. */
export function personAdded(people: readonly TripPerson[], currency: CurrencyCode): TripOrMoneyEvent[] {
  return people.map(({ type, id }, n) => {
    const user = { id, username: id }
    if (n === 0 && type === 'user')
      return {
        type: 'TripPlanned',
        data: { tripId: 'trip', details: { ...details, currency }, organizer: user },
      }
    return type === 'user' ? invited(user) : guestAdded({ id, name: id, role: 'member' })
  })
}

const codec = createCodec(tripUpcasts, recordUpcasts)

/** One of them leaves the trip. */
export function personRemoved({ type, id }: TripPerson): TripOrMoneyEvent {
  if (type === 'guest') return guestRemoved({ id, name: id, role: 'member' })
  const user = { id, username: id }
  return id < 'p05' ? left(user) : removed(user)
}

export function eventsOf(happened: readonly TripOrMoneyEvent[]): StoredEvent[] {
  const revisions = new Map<string, number>()
  return happened.map(({ type, data }, n) => {
    const stream = moneyEventTypes.includes(type as never) ? 'money-trip' : 'trip-trip'
    const revision = (revisions.get(stream) ?? -1) + 1
    revisions.set(stream, revision)
    return {
      stream,
      revision,
      position: formatPosition(n + 1),
      type,
      data,
      meta: { ...meta, v: codec.version(type) },
    }
  })
}

/** @param sizes of the batches, repeated in turn; without them everything is one batch */
export async function storedSettlement(
  happened: readonly TripOrMoneyEvent[],
  sizes: readonly number[] = [],
  derived: AnyProjection = settlements,
): Promise<TripSettlements | null> {
  const onGaveUp = (error: unknown) => {
    throw error
  }
  const fold = createBatchFold(codec, [trips, balances, derived], new Set(), onGaveUp)
  const store = createMemoryReadStore()
  const events = eventsOf(happened)
  let after = START
  for (let from = 0, n = 0; from < events.length; n++) {
    const batch = events.slice(from, from + (sizes[n % sizes.length] ?? events.length))
    from += batch.length
    const position = batch.at(-1)!.position
    const writes = await fold.batch(batch, store.load)
    await store.commit({ after, position, writes, ready: true })
    after = position
  }
  return store.get(settlements, 'trip')
}
