// The operations of an itinerary.

import { activityKind } from '#core/itinerary/activity.ts'
import * as contract from '#core/itinerary/contract.ts'
import { itineraryStreamType, refuseGoneDay } from '#core/itinerary/decider.ts'
import { activityResponses } from '#core/itinerary/toResponse.ts'
import { recordOperations } from '#core/records/operations.ts'
import type { OperationRequest } from '#core/store/operation.ts'
import type { TripContext } from '#core/trips/tripContext.ts'

const ofItinerary = {
  streamType: itineraryStreamType,
  refusals: contract.itineraryRefusals,
  forRules: (_: OperationRequest, { trip }: TripContext) => ({ days: trip.details }),
}

const activities = recordOperations({
  kind: activityKind,
  ...ofItinerary,
  param: 'itemId',
  isEntity: true,
  restoration: 'RestoreActivity',
  undoing: 'UndoActivity',
  /** An activity that is outside the trip may stay there. */
  refuseBefore: (before, now, { days }) => (before.date === now.date ? null : refuseGoneDay(before, days)),
  toBody: (activity, { trip }) => ({ item: activityResponses(trip)(activity) }),
})
const { add, change, remove, restore } = activities

export const AddActivityOperation = add('AddActivity', contract.addItem, () => contract.ItemBody)
export const ChangeActivityOperation = change(
  'ChangeActivity',
  contract.changeItem,
  () => contract.ChangeItemBody,
)
export const RemoveActivityOperation = remove('RemoveActivity', contract.removeItem)

export const itineraryOperations = [
  AddActivityOperation,
  ChangeActivityOperation,
  RemoveActivityOperation,
  restore(contract.restoreItem),
]

export const itineraryRecords = { activity: activities.of }
