// Every command of an itinerary, whole.

import type { Call } from '#core/kernel/call.ts'
import type { Operation } from '#core/store/operate.ts'
import * as contract from '#core/itinerary/contract.ts'
import type { ItemChanges, ItemEntry } from '#core/itinerary/contract.ts'
import type { ItineraryCommand, ItineraryState } from '#core/itinerary/decider.ts'
import { itineraryKind } from '#core/itinerary/decider.ts'
import type { Activity, ItineraryFact } from '#core/itinerary/events.ts'
import { itemPresenter } from '#core/itinerary/present.ts'
import type { KnownTrip } from '#core/trips/onTrip.ts'
import { onTrip, onTripOf } from '#core/trips/onTrip.ts'

type ItineraryOperation<Type extends ItineraryCommand['type'], Body = undefined> = Operation<
  ItineraryState,
  Extract<ItineraryCommand, { type: Type }>,
  ItineraryFact,
  KnownTrip,
  Body,
  unknown
>

const common = { kind: itineraryKind, refusals: contract.itineraryRefusals }
const ofTrip = { ...common, ...onTrip }
const ofItem = { ...common, ...onTripOf('itemId') }

const answerFor = (id: string, { trip }: KnownTrip, { activities }: ItineraryState) => ({
  item: itemPresenter(trip)(activities.get(id)!),
})

export const AddItemOperation: ItineraryOperation<'AddActivity', ItemEntry> = {
  ...ofTrip,
  call: contract.addItem,
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
  ...ofTrip,
  call,
  command: (_, { trip }) => ({ type: 'RestoreActivity', removed, days: trip.details }),
  answer: (_, known, own) => answerFor(removed.id, known, own),
})

export const itineraryOperations = [AddItemOperation, ChangeItemOperation, RemoveItemOperation] as const
