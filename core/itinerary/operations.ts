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

type ActivityAdded = Extract<ItineraryFact, { type: 'ActivityAdded' }>

const common = { kind: itineraryKind, refusals: contract.itineraryRefusals }
const ofTrip = { ...common, ...onTrip }
const ofItem = { ...common, ...onTripOf('itemId') }

const answerFor = (id: string, { trip }: KnownTrip, { activities }: ItineraryState) => ({
  item: itemPresenter(trip)(activities.get(id)!),
})

export const AddActivityOperation: ItineraryOperation<'AddActivity', ItemEntry> = {
  ...ofTrip,
  type: 'AddActivity',
  call: contract.addItem,
  body: () => contract.ItemBody,
  command: ({ newId, body }, { trip }) => ({
    id: newId,
    entry: body,
    days: trip.details,
  }),
  answer: (_, known, own, [added]) => answerFor((added as ActivityAdded).data.activity.id, known, own),
}

const ChangeActivityOperation: ItineraryOperation<'ChangeActivity', ItemChanges> = {
  ...ofItem,
  type: 'ChangeActivity',
  call: contract.changeItem,
  body: () => contract.ChangeItemBody,
  command: ({ params, body, ifMatch }, { trip }) => ({
    id: params['itemId']!,
    changes: body,
    days: trip.details,
    ifMatch,
  }),
  answer: ({ params }, known, own) => answerFor(params['itemId']!, known, own),
}

const RemoveActivityOperation: ItineraryOperation<'RemoveActivity'> = {
  ...ofItem,
  type: 'RemoveActivity',
  call: contract.removeItem,
  command: ({ params, ifMatch }) => ({ id: params['itemId']!, ifMatch }),
  answer: () => undefined,
}

/** Taking back a removal. @param call names it; @param removed what it carried */
export const restoreActivityOperation = (
  call: Call,
  removed: Activity,
): ItineraryOperation<'RestoreActivity'> => ({
  ...ofTrip,
  type: 'RestoreActivity',
  call,
  command: (_, { trip }) => ({ removed, days: trip.details }),
  answer: (_, known, own) => answerFor(removed.id, known, own),
})

export const itineraryOperations = [
  AddActivityOperation,
  ChangeActivityOperation,
  RemoveActivityOperation,
] as const
