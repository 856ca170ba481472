// What was entered on this device for trips and is not there: commands that were refused, and half-typed forms.

import { useSnapshot } from 'valtio'
import { planTrip } from '#core/trips/contract.ts'
import { draftNames, draftsElsewhere } from '#web/platform/storage/drafts.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { useOutbox } from '#web/platform/outbox/useOutbox.ts'

export interface TripWork {
  refused: readonly PendingCommand[]
  /** Names of the drafts of its forms. */
  drafts: readonly string[]
}

/** The lane of a trip's commands is its id; 'trips' and 'conversations' are lanes of what has none yet. */
const ID = /^[\w-]{20,}$/
/** Who asks to join is not on the trip yet. */
const formOfTrip = /^form (?!join )\w+ ([\w-]{20,})/

/** By the id of the trip. Whether this person can still read it is not known. */
export function useTripWork(): ReadonlyMap<string, TripWork> {
  const myId = useMyId()
  void useSnapshot(draftsElsewhere).count
  const refused = useOutbox(
    ({ state, lane, params }) =>
      state === 'refused' && ID.test(lane) && params['conversationId'] === undefined,
  )
  const drafts = draftNames(myId).filter((name) => formOfTrip.test(name))
  const tripOf = (name: string) => formOfTrip.exec(name)![1]!
  // The trip itself was not made, which is said where trips are.
  const isPlanned = (tripId: string) =>
    refused.some((command) => command.lane === tripId && isEndpoint(command, planTrip))
  const ids = new Set([...refused.map(({ lane }) => lane), ...drafts.map(tripOf)])
  return new Map(
    [...ids]
      .filter((id) => !isPlanned(id))
      .map((id) => [
        id,
        {
          refused: refused.filter(({ lane }) => lane === id),
          drafts: drafts.filter((name) => tripOf(name) === id),
        },
      ]),
  )
}
