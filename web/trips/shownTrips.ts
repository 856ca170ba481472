// The trips of a list with the commands of this device applied.

import type { ChangeTripBody, PlanTripBody } from '#core/trips/bodies.ts'
import { changeTrip, deleteTrip, leaveTrip, pinTrip, planTrip, unpinTrip } from '#core/trips/contract.ts'
import { addPin, removePin } from '#core/trips/pins.ts'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import type { ListedTrip, TripResponse } from '#core/trips/responses.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'
import { hasFailed } from '#web/records/commandStates.ts'

const isOf = (tripId: string, endpoint: Endpoint) => (command: PendingCommand) =>
  isEndpoint(command, endpoint) && command.params['tripId'] === tripId

/** The trip with its changes applied; refused changes are left out. */
export const changedTrip = (trip: TripResponse, commands: readonly PendingCommand[]): TripResponse =>
  commands
    .filter((command) => !hasFailed([command]) && isOf(trip.id, changeTrip)(command))
    .reduce((shown, { body }) => Object.assign({ ...shown }, body as ChangeTripBody), trip)

export const isPinCommand = (command: PendingCommand): boolean =>
  isEndpoint(command, pinTrip) || isEndpoint(command, unpinTrip)

/** The list as it will be after these commands: pinned trips first. A trip that is unpinned keeps its place until then. */
export function withPins(
  trips: readonly ListedTrip[],
  commands: readonly PendingCommand[],
): readonly ListedTrip[] {
  const sent = commands.filter((command) => !hasFailed([command]))
  if (sent.length === 0) return trips
  const before: readonly string[] = trips.filter(({ pinned }) => pinned).map(({ id }) => id)
  const pins = sent.reduce((ids, command) => {
    const change = isEndpoint(command, pinTrip) ? addPin : removePin
    return change(ids, command.params['tripId']!)
  }, before)
  const byPin = pins.flatMap((pin) => trips.find(({ id }) => id === pin) ?? [])
  return [
    ...byPin.map((trip) => ({ ...trip, pinned: true })),
    ...trips.filter(({ id }) => !pins.includes(id)).map((trip) => ({ ...trip, pinned: false })),
  ]
}

/**
 * New trips that are not in the list yet. One that is being sent is shown, too: the page that has its form may be closed
 * since. A refused one is in the sheet of what was refused.
 */
export const plannedTrips = (
  commands: readonly PendingCommand[],
  confirmed: readonly { id: string }[],
): { id: string; plan: PlanTripBody }[] =>
  commands
    .filter((command) => !hasFailed([command]) && isEndpoint(command, planTrip))
    .filter((command) => !confirmed.some(({ id }) => id === command.id))
    .map(({ id, body }) => ({ id, plan: body as PlanTripBody }))

/** Whether a command that waits for the network deletes or leaves the trip. */
export function endOf(tripId: string, commands: readonly PendingCommand[]): 'deleted' | 'left' | null {
  const waiting = commands.filter(({ state }) => state === 'waiting')
  if (waiting.some(isOf(tripId, deleteTrip))) return 'deleted'
  return waiting.some(isOf(tripId, leaveTrip)) ? 'left' : null
}
