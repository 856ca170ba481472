// Holds the documents of each trip as they will be after its pending commands, and decides by the same rules whether
// another command is accepted.

import { ref, subscribe } from 'valtio'
import { outbox, type PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { Refused } from '#web/platform/http.ts'
import { entries, replicaPath } from '#web/platform/queryStore.ts'
import { decidePending } from '#web/platform/replica/decidePending.ts'
import {
  confirmedKeys,
  type DecidedCommand,
  type LocalDecision,
  deviceRules,
  optimisticTrips,
} from '#web/platform/replicaState.ts'
import { replicaOf } from '#web/platform/replica/tripReplica.ts'
import { session } from '#web/platform/session.ts'

let isStarted = false

/** The first call starts it. */
export function startOptimisticTrips(): void {
  if (isStarted) return
  isStarted = true
  deviceRules.decide = decide
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
    for (const tripId of new Set([...lanes, ...Object.keys(optimisticTrips)])) await updateTrip(tripId)
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

/** Neither refused nor in the replica. */
const openCommands = (tripId: string): PendingCommand[] =>
  outbox.commands.filter(
    ({ lane, state, key }) => lane === tripId && state !== 'refused' && !confirmedKeys.has(key),
  )

const basisOf = (tripId: string, commands: readonly { key: string }[]): string =>
  `${entries[replicaPath(tripId)]?.fetches} ${replicaOf(tripId)?.position} ${commands.map(({ key }) => key).join(' ')}`

/** Null without a replica. Each command is decided once: `show` shows the form's decision as soon as it is pending. */
async function decide(tripId: string, command: DecidedCommand): Promise<LocalDecision | null> {
  const replica = replicaOf(tripId)
  const { user } = session
  if (!replica || !user) return null
  const commands = [...openCommands(tripId), command]
  const basis = basisOf(tripId, commands)
  const { documents, refusal } = await decidePending(replica, tripId, commands, user)
  return {
    refusal: refusal && new Refused(refusal.status, refusal.code, refusal.message, refusal.fields),
    show() {
      if (basisOf(tripId, openCommands(tripId)) === basis) optimisticTrips[tripId] = ref({ basis, documents })
    },
  }
}
