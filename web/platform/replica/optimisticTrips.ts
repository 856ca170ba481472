// Keeps the documents of each trip with pending commands as they will be after these commands.

import { ref, subscribe } from 'valtio'
import { outbox, type PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { entries, replicaPath } from '#web/platform/queryStore.ts'
import { decidePending } from '#web/platform/replica/decidePending.ts'
import { confirmedKeys, optimisticTrips } from '#web/platform/replicaState.ts'
import { replicaOf } from '#web/platform/replica/tripReplica.ts'
import { session } from '#web/platform/session.ts'

let isKept = false

/** The first call starts it. */
export function keepOptimisticTrips(): void {
  if (isKept) return
  isKept = true
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
  const commands = replica ? outbox.items.filter((item) => item.lane === tripId && isOpen(item)) : []
  if (!replica || !user || commands.length === 0) return void delete optimisticTrips[tripId]
  const basis = `${entries[replicaPath(tripId)]?.fetches} ${replica.position} ${commands.map(({ key }) => key).join(' ')}`
  if (optimisticTrips[tripId]?.basis === basis) return
  const documents = await decidePending(replica, tripId, commands, user)
  optimisticTrips[tripId] = ref({ basis, documents })
}

/** Neither refused nor in the replica. */
const isOpen = ({ state, key }: PendingCommand): boolean => state !== 'refused' && !confirmedKeys.has(key)
