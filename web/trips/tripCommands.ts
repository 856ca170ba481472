// The commands of a trip and its people, sent in the lane of the trip. Forms and dialogs close as soon as theirs is in the
// outbox.

import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import { submit } from '#web/platform/submit.ts'
import { tripPaths } from '#web/trips/tripPaths.ts'
import { toastOutcome } from '#web/ui/toastOutcome.ts'

interface TripCommand<Response, Body> {
  endpoint: Endpoint<Response, Body>
  params: Params & { tripId: string }
  body?: Body
  ifMatch?: number
}

/** @throws Refused by the rules on this device */
export function submitTripCommand<Response, Body>(
  command: TripCommand<Response, Body>,
  { done, failed }: { done: string; failed: string },
): Promise<void> {
  const { tripId } = command.params
  return toastOutcome(submit({ ...command, lane: tripId, touches: tripPaths(tripId) }, failed), done)
}
