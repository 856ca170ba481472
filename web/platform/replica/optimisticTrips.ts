// Keeps the documents of each trip with pending commands as they will be after these commands, and tells whether the rules
// accept one more.

import { ref, subscribe } from 'valtio'
import { outbox, type PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { Refused } from '#web/platform/http.ts'
import { entries, replicaPath } from '#web/platform/queryStore.ts'
import { decidePending } from '#web/platform/replica/decidePending.ts'
import {
  confirmedKeys,
  type DecidedCommand,
  deviceRules,
  optimisticTrips,
} from '#web/platform/replicaState.ts'
import { replicaOf } from '#web/platform/replica/tripReplica.ts'
import { session } from '#web/platform/session.ts'

let isKept = false

/** The first call starts it. */
export function keepOptimisticTrips(): void {
  if (isKept) return
  isKept = true
  deviceRules.refusalOf = refusalOf
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
    const lanes = outbox.items.map(({ lane }) => lane)
    for (const tripId of new Set([...lanes, ...Object.keys(optimisticTrips)])) await updateTrip(tripId)
  }
  isUpdating = false
}

async function updateTrip(tripId: string): Promise<void> {
  const replica = replicaOf(tripId)
  const { user } = session
  const commands = replica ? openCommands(tripId) : []
  if (!replica || !user || commands.length === 0) return void delete optimisticTrips[tripId]
  const basis = `${entries[replicaPath(tripId)]?.fetches} ${replica.position} ${commands.map(({ key }) => key).join(' ')}`
  if (optimisticTrips[tripId]?.basis === basis) return
  const { documents } = await decidePending(replica, tripId, commands, user)
  optimisticTrips[tripId] = ref({ basis, documents })
}

/** Neither refused nor in the replica. */
const openCommands = (tripId: string): PendingCommand[] =>
  outbox.items.filter(
    ({ lane, state, key }) => lane === tripId && state !== 'refused' && !confirmedKeys.has(key),
  )

/** The refusal of a command if it followed the pending ones; null if the rules accept it. */
async function refusalOf(tripId: string, command: DecidedCommand): Promise<Refused | null> {
  const replica = replicaOf(tripId)
  const { user } = session
  if (!replica || !user) return null
  const { refusal } = await decidePending(replica, tripId, [...openCommands(tripId), command], user)
  return refusal && new Refused(refusal.status, refusal.code, refusal.message, refusal.fields)
}
