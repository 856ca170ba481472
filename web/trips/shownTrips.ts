// The trips of a list with the commands of this device applied.

import type { ChangeTripBody, PlanTripBody } from '#core/trips/bodies.ts'
import { leaveTrip } from '#core/trips/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { isUnderWay, ofChange } from '#web/records/shownRecords.ts'
import { subjectOf } from '#web/records/subjectOf.ts'

/** Those that change, delete or plan this trip. */
export const commandsAbout = (tripId: string, commands: readonly PendingCommand[]) =>
  commands.filter((command) => {
    const subject = subjectOf(command)
    return subject?.kind === 'trip' && subject.id === tripId
  })

/** The trip with its changes applied; refused changes are left out. */
export const changedTrip = (trip: TripResponse, commands: readonly PendingCommand[]): TripResponse =>
  ofChange('change', commandsAbout(trip.id, commands))
    .filter(({ state }) => state !== 'refused')
    .reduce((shown, { body }) => Object.assign({ ...shown }, body as ChangeTripBody), trip)

/** A command that plans a trip and is not refused. */
export const isPlan = (command: PendingCommand): boolean =>
  subjectOf(command)?.kind === 'trip' && isUnderWay('add', [command])

/**
 * New trips that are not in the list yet. One that is being sent is shown, too: the page that has its form may be closed
 * since. A refused one has a banner of its own.
 */
export const plannedTrips = (
  commands: readonly PendingCommand[],
  confirmed: readonly { id: string }[],
): { id: string; plan: PlanTripBody }[] =>
  commands
    .filter(isPlan)
    .filter((command) => !confirmed.some(({ id }) => id === command.id))
    .map(({ id, body }) => ({ id, plan: body as PlanTripBody }))

/** Whether a command that waits for the network deletes or leaves the trip. */
export function endOf(tripId: string, commands: readonly PendingCommand[]): 'deleted' | 'left' | null {
  const waiting = commands.filter(({ state }) => state === 'waiting')
  if (ofChange('remove', commandsAbout(tripId, waiting)).length > 0) return 'deleted'
  const leaves = (command: PendingCommand) =>
    isEndpoint(command, leaveTrip) && command.params['tripId'] === tripId
  return waiting.some(leaves) ? 'left' : null
}
