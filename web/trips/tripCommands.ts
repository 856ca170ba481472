// The commands of a trip and its people, sent in the lane of the trip. Forms and dialogs close as soon as theirs is in the
// outbox.

import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import { pinTrip, unpinTrip } from '#core/trips/contract.ts'
import { dispatch } from '#web/platform/dispatch.ts'
import type { SendResult } from '#web/platform/outbox/command.ts'
import { tripPaths } from '#web/platform/queries/queryStore.ts'
import { failures } from '#web/records/failures.ts'
import { type CommandTexts, dispatchFromForm, toastOutcome } from '#web/records/toastOutcome.ts'

interface TripCommand<Response, Body> {
  endpoint: Endpoint<Response, Body>
  params?: Params
  body?: Body
  ifMatch?: number
  /** For a form that asks what becomes of this command. */
  key?: string
}

const inLane = <Response, Body>(lane: string, command: TripCommand<Response, Body>) => ({
  ...command,
  lane,
  touches: tripPaths(lane),
})

/** @param command its `params` besides the trip @throws Refused by the rules on this device */
export const submitTripCommand = <Response, Body>(
  tripId: string,
  command: TripCommand<Response, Body>,
  texts: CommandTexts,
): Promise<void> =>
  dispatchFromForm(inLane(tripId, { ...command, params: { tripId, ...command.params } }), texts)

/** For a form that needs the response. @throws Refused */
export const sendTripCommand = <Response, Body>(
  tripId: string,
  command: TripCommand<Response, Body>,
): Promise<SendResult<Response>> => dispatch({ ...inLane(tripId, command), decidedBy: 'server' }).outcome

/** Pins the trip to Home, or unpins it; without a form, so that a refusal is a toast. */
export function sendPin(tripId: string, isPinned: boolean, done: string): void {
  const command = {
    endpoint: isPinned ? pinTrip : unpinTrip,
    params: { tripId },
    decidedBy: 'server',
  } as const
  const failed = failures.trip[isPinned ? 'pin' : 'unpin']
  void toastOutcome(dispatch(inLane(tripId, command)).outcome, { done, failed })
}
