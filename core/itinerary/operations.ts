// The operations of an itinerary.

import type { Endpoint } from '#core/kernel/endpoint.ts'
import { undoBody, type UndoBody } from '#core/kernel/undo.ts'
import type { Operation } from '#core/store/operation.ts'
import * as contract from '#core/itinerary/contract.ts'
import type { ItemChanges, ItemEntry } from '#core/itinerary/contract.ts'
import { itineraryStreamType, type ItineraryCommand, type ItineraryState } from '#core/itinerary/decider.ts'
import type { Activity, ItineraryEvent } from '#core/itinerary/events.ts'
import type { UndoActivity } from '#core/itinerary/undo.ts'
import { itemResponses } from '#core/itinerary/toResponse.ts'
import { forTripParticipants, forParticipantsByEntity, type TripContext } from '#core/trips/tripContext.ts'

type ItineraryOperation<Type extends ItineraryCommand['type'], Body = undefined> = Operation<
  ItineraryState,
  Extract<ItineraryCommand, { type: Type }>,
  ItineraryEvent,
  TripContext,
  Body,
  unknown
>

type ActivityAdded = Extract<ItineraryEvent, { type: 'ActivityAdded' }>

const common = { streamType: itineraryStreamType, refusals: contract.itineraryRefusals }
const ofTrip = { ...common, ...forTripParticipants }
const ofItem = { ...common, ...forParticipantsByEntity('itemId') }

const answerFor = (id: string, { trip }: TripContext, { activities }: ItineraryState) => ({
  item: itemResponses(trip)(activities.get(id)!),
})

export const AddActivityOperation: ItineraryOperation<'AddActivity', ItemEntry> = {
  ...ofTrip,
  type: 'AddActivity',
  endpoint: contract.addItem,
  schema: () => contract.ItemBody,
  toCommand: ({ newId, body }, { trip }) => ({
    id: newId,
    entry: body,
    days: trip.details,
  }),
  toResponse: (_, context, own, [added]) =>
    answerFor((added as ActivityAdded).data.activity.id, context, own),
}

const ChangeActivityOperation: ItineraryOperation<'ChangeActivity', ItemChanges> = {
  ...ofItem,
  type: 'ChangeActivity',
  endpoint: contract.changeItem,
  schema: () => contract.ChangeItemBody,
  toCommand: ({ params, body, ifMatch }, { trip }) => ({
    id: params['itemId']!,
    changes: body,
    days: trip.details,
    ifMatch,
  }),
  toResponse: ({ params }, context, own) => answerFor(params['itemId']!, context, own),
}

const RemoveActivityOperation: ItineraryOperation<'RemoveActivity'> = {
  ...ofItem,
  type: 'RemoveActivity',
  endpoint: contract.removeItem,
  toCommand: ({ params, ifMatch }) => ({ id: params['itemId']!, ifMatch }),
  toResponse: () => undefined,
}

/** Restores a removed activity. @param endpoint names the removal @param removed the activity in the removal's event */
export const restoreActivityOperation = (
  endpoint: Endpoint,
  removed: Activity,
): ItineraryOperation<'RestoreActivity'> => ({
  ...ofTrip,
  type: 'RestoreActivity',
  endpoint,
  toCommand: (_, { trip }) => ({ removed, days: trip.details }),
  toResponse: (_, context, own) => answerFor(removed.id, context, own),
})

/** @param endpoint names the change @param laterBy who changed the activity last; null where nobody did */
export const undoActivityOperation = (
  endpoint: Endpoint,
  change: UndoActivity['change'],
  laterBy: string | null,
): ItineraryOperation<'UndoActivity', UndoBody> => ({
  ...ofTrip,
  type: 'UndoActivity',
  endpoint,
  schema: () => undoBody,
  toCommand: ({ body: { anyway } }, { trip }) => ({ change, anyway, laterBy, days: trip.details }),
  toResponse: () => undefined,
})

export const itineraryOperations = [
  AddActivityOperation,
  ChangeActivityOperation,
  RemoveActivityOperation,
] as const
