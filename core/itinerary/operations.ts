// The operations of an itinerary.

import type { Endpoint } from '#core/kernel/endpoint.ts'
import { notFound } from '#core/kernel/refusals.ts'
import type { Operation, OperationRequest } from '#core/store/operation.ts'
import * as contract from '#core/itinerary/contract.ts'
import type { ItemChanges, ItemEntry } from '#core/itinerary/contract.ts'
import { itineraryStreamType, type ItineraryCommand, type ItineraryState } from '#core/itinerary/decider.ts'
import type { Activity, ItineraryEvent } from '#core/itinerary/events.ts'
import { toActivity } from '#core/itinerary/records.ts'
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
export const forItinerary = { ...common, ...forTripParticipants }
const ofItem = { ...common, ...forParticipantsByEntity('itemId') }

const toItemBody = (id: string, { trip }: TripContext, { activities }: ItineraryState) => ({
  item: itemResponses(trip)(activities.get(id)!),
})

export const AddActivityOperation: ItineraryOperation<'AddActivity', ItemEntry> = {
  ...forItinerary,
  type: 'AddActivity',
  endpoint: contract.addItem,
  schema: () => contract.ItemBody,
  toCommand: ({ newId, body }, { trip }) => ({
    id: newId,
    entry: body,
    days: trip.details,
  }),
  toResponse: ({ newId }, context, own, [added]) =>
    toItemBody((added as ActivityAdded | undefined)?.data.activity.id ?? newId, context, own),
}

export const ChangeActivityOperation: ItineraryOperation<'ChangeActivity', ItemChanges> = {
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
  toResponse: ({ params }, context, own) => toItemBody(params['itemId']!, context, own),
}

export const RemoveActivityOperation: ItineraryOperation<'RemoveActivity'> = {
  ...ofItem,
  type: 'RemoveActivity',
  endpoint: contract.removeItem,
  toCommand: ({ params, ifMatch }) => ({ id: params['itemId']!, ifMatch }),
  toResponse: () => undefined,
}

export const RestoreActivityOperation: ItineraryOperation<'RestoreActivity'> = {
  ...ofItem,
  type: 'RestoreActivity',
  endpoint: contract.restoreItem,
  authorize: (request, context, own) =>
    ofItem.authorize(request, context) ?? (removedOrPresent(request, own) ? null : notFound()),
  toCommand: (request, { trip }, own) => ({
    removed: toActivity(removedOrPresent(request, own)!),
    days: trip.details,
  }),
  toResponse: ChangeActivityOperation.toResponse,
}

function removedOrPresent({ params }: OperationRequest, { activities, removed }: ItineraryState) {
  const id = params['itemId']!
  return removed.get(id) ?? activities.get(id)
}

/** Restores a removed activity. @param endpoint names the removal @param removed the activity in the removal's event */
export const restoreActivityOperation = (
  endpoint: Endpoint,
  removed: Activity,
): ItineraryOperation<'RestoreActivity'> => ({
  ...forItinerary,
  type: 'RestoreActivity',
  endpoint,
  toCommand: (_, { trip }) => ({ removed, days: trip.details }),
  toResponse: (_, context, own) => toItemBody(removed.id, context, own),
})

export const itineraryOperations = [
  AddActivityOperation,
  ChangeActivityOperation,
  RemoveActivityOperation,
  RestoreActivityOperation,
] as const
