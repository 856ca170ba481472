// The operations that pin a trip to the Home screen of one of its participants, and unpin it.

import type { Operation, OperationRequest } from '#core/store/operation.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import * as contract from '#core/trips/contract.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import { type PinCommand, type PinnedTripsSet, type PinsState, pinStreamType } from '#core/trips/pins.ts'
import { tripRefusals } from '#core/trips/refusals.ts'
import { forTripParticipants, type TripContext } from '#core/trips/tripContext.ts'
import { isOnTrip } from '#core/trips/visibility.ts'

type PinOperation = Operation<
  PinsState,
  PinCommand,
  PinnedTripsSet,
  TripContext & { gone: readonly string[] },
  undefined,
  undefined
>

const common = {
  ...forTripParticipants,
  streamType: pinStreamType,
  refusals: tripRefusals,
  streamId: ({ by }: OperationRequest) => by.id,
  async load(request: OperationRequest, reader: StreamReader, { tripIds }: PinsState) {
    const isGone = async (tripId: string) => {
      const { trip } = await reader.state(tripStreamType, tripId)
      return !trip || trip.deleted || !isOnTrip(trip, request.by.id)
    }
    const areGone = await Promise.all(tripIds.map(isGone))
    const gone = tripIds.filter((_, index) => areGone[index])
    return { ...(await forTripParticipants.load(request, reader)), gone }
  },
  toCommand: ({ params, by }: OperationRequest, { gone }: { gone: readonly string[] }) => ({
    userId: by.id,
    tripId: params['tripId']!,
    gone,
  }),
  toResponse: () => undefined,
}

export const PinTripOperation: PinOperation = { ...common, type: 'PinTrip', endpoint: contract.pinTrip }
export const UnpinTripOperation: PinOperation = { ...common, type: 'UnpinTrip', endpoint: contract.unpinTrip }
