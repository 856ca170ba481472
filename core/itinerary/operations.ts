// Every command of an itinerary, whole.

import type { Call } from '#core/kernel/call.ts'
import type { Operation, Request } from '#core/store/operate.ts'
import type { Reader } from '#core/store/reader.ts'
import * as contract from '#core/itinerary/contract.ts'
import type { ItemChanges, ItemEntry } from '#core/itinerary/contract.ts'
import type { ItineraryCommand, ItineraryState } from '#core/itinerary/decider.ts'
import { itineraryKind } from '#core/itinerary/decider.ts'
import type { Activity, ItineraryFact } from '#core/itinerary/events.ts'
import { itemPresenter } from '#core/itinerary/present.ts'
import { mayOnTrip } from '#core/trips/access.ts'
import { tripKind } from '#core/trips/decider.ts'
import type { Trip, TripState } from '#core/trips/trip.ts'

type ItineraryOperation<Type extends ItineraryCommand['type'], Body = undefined> = Operation<
  ItineraryState,
  Extract<ItineraryCommand, { type: Type }>,
  ItineraryFact,
  Known,
  Body,
  unknown
>

/** Who is on the trip and when it is, from its own stream. */
interface Known {
  state: TripState
  /** Of the present trip: only read once `may` has agreed that there is one. */
  trip: Trip
}

const common = {
  kind: itineraryKind,
  refusals: contract.itineraryRefusals,
  may: ({ by }: Request, { state }: Known) => mayOnTrip(state, by.id),
}

const ofItem = {
  ...common,
  stream: ({ params }: Request, locate: Request['locate']) => locate(params['itemId']!),
  known: async ({ params, locate }: Request, reader: Reader) =>
    tripOf((await locate(params['itemId']!))!, reader),
}

async function tripOf(tripId: string, reader: Reader): Promise<Known> {
  const state = await reader.state(tripKind, tripId)
  return { state, trip: state.trip! }
}

const answerFor = (id: string, { trip }: Known, { activities }: ItineraryState) => ({
  item: itemPresenter(trip)(activities.get(id)!),
})

export const AddItemOperation: ItineraryOperation<'AddActivity', ItemEntry> = {
  ...common,
  call: contract.addItem,
  stream: ({ params }) => params['tripId']!,
  known: ({ params }, reader) => tripOf(params['tripId']!, reader),
  body: () => contract.ItemBody,
  command: ({ newId, body }, { trip }) => ({
    type: 'AddActivity',
    id: newId,
    entry: body,
    days: trip.details,
  }),
  answer: ({ newId }, known, own) => answerFor(newId, known, own),
}

const ChangeItemOperation: ItineraryOperation<'ChangeActivity', ItemChanges> = {
  ...ofItem,
  call: contract.changeItem,
  body: () => contract.ChangeItemBody,
  command: ({ params, body, ifMatch }, { trip }) => ({
    type: 'ChangeActivity',
    id: params['itemId']!,
    changes: body,
    days: trip.details,
    ifMatch,
  }),
  answer: ({ params }, known, own) => answerFor(params['itemId']!, known, own),
}

const RemoveItemOperation: ItineraryOperation<'RemoveActivity'> = {
  ...ofItem,
  call: contract.removeItem,
  command: ({ params, ifMatch }) => ({ type: 'RemoveActivity', id: params['itemId']!, ifMatch }),
  answer: () => undefined,
}

/** Taking back a removal. @param call names it; @param removed what it carried */
export const restoreActivityOperation = (
  call: Call,
  removed: Activity,
): ItineraryOperation<'RestoreActivity'> => ({
  ...common,
  call,
  stream: ({ params }) => params['tripId']!,
  known: ({ params }, reader) => tripOf(params['tripId']!, reader),
  command: (_, { trip }) => ({ type: 'RestoreActivity', removed, days: trip.details }),
  answer: (_, known, own) => answerFor(removed.id, known, own),
})

export const itineraryOperations = [AddItemOperation, ChangeItemOperation, RemoveItemOperation] as const
