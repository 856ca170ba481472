// Holds the documents of each trip as they will be after its pending commands, and decides by the same rules whether
// another command is accepted.

import { ref, subscribe } from 'valtio'
import type { Actor } from '#core/store/operation.ts'
import type { TripReplica } from '#projections/replica/tripReplica.ts'
import { outbox, type PendingCommand } from '#web/platform/outbox/outbox.ts'
import { Refused } from '#web/platform/http/http.ts'
import { entries, replicaPath } from '#web/platform/queries/queryStore.ts'
import { type DecidedCommand, decidePending } from '#web/platform/replica/decidePending.ts'
import { confirmedKeys, optimisticTrips } from '#web/platform/outbox/replicaState.ts'
import { replicaOf } from '#web/platform/replica/tripReplica.ts'
import { session } from '#web/platform/session/session.ts'

let isStarted = false

/** The first call starts it. */
export function startOptimisticTrips(): void {
  if (isStarted) return
  isStarted = true
  subscribe(outbox, () => void update())
  subscribe(entries, () => void update())
  void update()
}

let isUpdating = false
let isOutdated = false

async function update(): Promise<void> {
  isOutdated = true
  if (isUpdating) return
  isUpdating = true
  while (isOutdated) {
    isOutdated = false
    const lanes = outbox.commands.map(({ lane }) => lane)
    for (const tripId of new Set([...lanes, ...Object.keys(optimisticTrips)]))
      await updateTrip(tripId).catch((error: unknown) => {
        console.error(error)
        // It is shown as it is confirmed.
        delete optimisticTrips[tripId]
      })
  }
  isUpdating = false
}

async function updateTrip(tripId: string): Promise<void> {
  const replica = replicaOf(tripId)
  const { user } = session
  const commands = replica ? openCommands(tripId) : []
  if (!replica || !user || commands.length === 0) return void delete optimisticTrips[tripId]
  const basis = basisOf(tripId, commands)
  if (optimisticTrips[tripId]?.basis === basis) return
  const { documents } = await decidePending(replica, tripId, commands, user)
  optimisticTrips[tripId] = ref({ basis, documents })
}

/** Thousands of records would be decided again after each part of their import that arrives: seconds each time. */
const MAX_DECIDED_PARTS = 10

/** Neither refused nor in the replica, and not of a long import, which the trip counts by its parts. */
const openCommands = (tripId: string): PendingCommand[] =>
  outbox.commands.filter(
    ({ lane, state, key, part }) =>
      lane === tripId &&
      state !== 'refused' &&
      !confirmedKeys.has(key) &&
      (part === undefined || part.count <= MAX_DECIDED_PARTS),
  )

const basisOf = (tripId: string, commands: readonly { key: string }[]): string =>
  `${entries[replicaPath(tripId)]?.fetches} ${replicaOf(tripId)?.position} ${commands.map(({ key }) => key).join(' ')}`

/** A command as if it followed the pending ones. */
export interface DeviceDecision {
  /** Null if the rules accept it. */
  refusal: Refused | null
  /** Shows its effect, once it is in the outbox. */
  show(): void
}

/** Null without a replica, or if it cannot be decided here. Each command is decided once: `show` shows the form's decision as soon as it is pending. */
export function decide(tripId: string, command: DecidedCommand): Promise<DeviceDecision | null> | null {
  const replica = replicaOf(tripId)
  const { user } = session
  return replica && user && decideAfterPending(replica, user, tripId, command)
}

async function decideAfterPending(
  replica: TripReplica,
  by: Actor,
  tripId: string,
  command: DecidedCommand,
): Promise<DeviceDecision | null> {
  const commands = [...openCommands(tripId), command]
  const basis = basisOf(tripId, commands)
  const decided = await decidePending(replica, tripId, commands, by).catch((error: unknown) => {
    console.error(error)
    return null
  })
  if (!decided) return null
  const { documents, refusal } = decided
  return {
    refusal: refusal && new Refused(refusal.status, refusal.code, refusal.message, refusal.fields),
    show() {
      if (basisOf(tripId, openCommands(tripId)) === basis) optimisticTrips[tripId] = ref({ basis, documents })
    },
  }
}
