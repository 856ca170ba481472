// The commands of a trip and its people, sent in the lane of the trip. Forms and dialogs close as soon as theirs is in the
// outbox.

import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import { dispatch } from '#web/platform/dispatch.ts'
import type { SendResult } from '#web/platform/outbox/command.ts'
import { tripPaths } from '#web/platform/queries/queryStore.ts'
import { type CommandTexts, dispatchFromForm } from '#web/records/toastOutcome.ts'

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
