// Folds all documents of one trip with the projections of the read models, so that the history and the replicas on devices
// have no rules of their own.

import type { RecordedEvent } from '#core/kernel/decider.ts'
import { charactersOf } from '#core/money/expenseLength.ts'
import type { ExpenseRecord } from '#core/money/events.ts'
import type { Trip } from '#core/trips/trip.ts'
import { type RecordDocuments, recordLists } from '#projections/recordLists.ts'
import { balances, type TripBalances } from '#projections/money/balances.ts'
import { type AnyProjection, projectionId } from '#projections/platform/projection.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import { trips } from '#projections/trips/trips.ts'

/** Never changed in place: the documents at two revisions share their equal parts. */
export interface TripDocuments extends RecordDocuments {
  trip: Trip | null
  balances: TripBalances
}

const projections: Readonly<Record<keyof TripDocuments, AnyProjection>> = {
  trip: trips,
  ...recordLists,
  balances,
}
const names = Object.keys(projections) as (keyof TripDocuments)[]

/** `toTripDocuments` takes their documents in this order. */
export const tripProjections: readonly AnyProjection[] = Object.values(projections)

/** Changes with the version of any of the projections. */
export const documentsVersion = tripProjections.map(projectionId).join(' ')

/** @param docs one for each of `tripProjections`, in their order; null for a document that does not exist */
export const toTripDocuments = (docs: readonly unknown[], tripId: string): TripDocuments =>
  toDocuments(names, docs, tripId)

/** Some documents of a trip, all at one position. @throws as `getTogether` */
export async function readTripDocuments<Name extends keyof TripDocuments>(
  store: Pick<ReadStore, 'getTogether'>,
  tripId: string,
  ...wanted: readonly Name[]
): Promise<Pick<TripDocuments, Name>> {
  const { docs } = await store.getTogether(
    wanted.map((name) => projections[name]),
    tripId,
  )
  return toDocuments(wanted, docs, tripId)
}

const toDocuments = <Name extends keyof TripDocuments>(
  wanted: readonly Name[],
  docs: readonly unknown[],
  tripId: string,
): Pick<TripDocuments, Name> =>
  Object.fromEntries(
    wanted.map((name, n) => [name, docs[n] ?? projections[name].empty(tripId)]),
  ) as unknown as Pick<TripDocuments, Name>

export const emptyTripDocuments = (tripId: string): TripDocuments => toDocuments(names, [], tripId)

/** The trip alone: enough for most texts. */
export function foldTrip(trip: Trip | null, event: RecordedEvent, tripId: string): Trip | null {
  const handle = trips.on[event.type]
  return handle ? handle(trip, event as never, tripId) : trip
}

export function foldTripDocuments(docs: TripDocuments, event: RecordedEvent, tripId: string): TripDocuments {
  const changed: Record<string, unknown> = {}
  for (const name of names) {
    const handle = projections[name].on[event.type]
    if (handle) changed[name] = handle(docs[name], event as never, tripId) ?? projections[name].empty(tripId)
  }
  return { ...docs, ...changed }
}

/** Of a chunk that is serialized in one step. */
const MAX_CHARACTERS = 200_000

/** A chunk of long expenses is serialized item by item: it would take 0.1 s. */
export function* expensesInSteps(
  expenses: TripDocuments['expenses'],
): Generator<readonly ExpenseRecord[] | Iterable<ExpenseRecord>> {
  for (const chunk of expenses) {
    const characters = chunk.reduce((sum, expense) => sum + charactersOf(expense), 0)
    yield characters > MAX_CHARACTERS ? chunk.values() : chunk
  }
}
