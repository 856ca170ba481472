// Stores the replicas of opened trips on this device. A trip is fetched and read from the device at the same time, and
// the first of the two is shown, so no screen waits for the device.

import { subscribe } from 'valtio'
import { documentsVersion } from '#projections/replica/tripDocuments.ts'
import { Refused } from '#web/platform/http/http.ts'
import { entries, entryOf, entryWith, replicaPath } from '#web/platform/queries/queryStore.ts'
import type { ReplicaStore, Written } from '#web/platform/replica/replicaStore.ts'
import { replicaOf } from '#web/platform/replica/tripReplica.ts'
import { isSignedIn } from '#web/platform/session/session.ts'
import { storesNothing } from '#web/platform/storage/localStorage.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'

interface OpenedTrip {
  /** The id of the person who opened it. */
  by: string
  /** The query's data as it is stored, and whether it was only cached then. */
  data: object | null
  isCached: boolean
  written?: Written | undefined
}

/** Changes that arrive together are written together. */
const WRITE_AFTER_MS = 400

/** The code loads at once, so that reading begins in the moment a trip is opened. Null if it cannot be loaded, or must not be used. */
const loading = storesNothing
  ? Promise.resolve(null)
  : import('#web/platform/replica/replicaStore.ts').catch(() => null)

let created: Promise<ReplicaStore | null> | undefined

export const replicaStore = (): Promise<ReplicaStore | null> =>
  (created ??= loading.then((code) => code && code.createReplicaStore({ isSignedIn })).catch(() => null))

const opened = new Map<string, OpenedTrip>()
let isFollowing = false
let isDue = false
let writing: Promise<void> = Promise.resolve()

/** Shows the stored replica if it is read before the server's arrives, and stores each change from then on. */
export async function openStoredReplica(tripId: string, by: string): Promise<void> {
  if (opened.get(tripId)?.by === by) return
  const trip: OpenedTrip = { by, data: null, isCached: false }
  opened.set(tripId, trip)
  follow()
  const path = replicaPath(tripId)
  const entry = entryOf(path)
  if (!entry.data) {
    const stored = await replicaStore()
      .then((store) => store?.read(by, tripId))
      .catch(() => null)
    // Another entry is another person's.
    const isWanted = entries[path] === entry && !entry.data && !(entry.error instanceof Refused)
    if (stored && isWanted) {
      const value = { ...stored.replica, version: documentsVersion }
      Object.assign(trip, { data: value, isCached: true, written: stored.written })
      // The fetch belongs to the earlier entry, and ends when it responds.
      entries[path] = entryWith({ value, position: value.position, fetchedAt: stored.at })
    }
  }
  update()
}

/** The trips of this person; none if the device does not say. */
export const storedTripIds = (by: string): Promise<string[]> =>
  replicaStore()
    .then(async (store) => (await store?.tripIds(by)) ?? [])
    .catch(() => [])

/** Comes after the writes that are under way. */
export function removeStoredReplica(tripId: string, by: string): void {
  writing = writing
    .then(replicaStore)
    .then((store) => store?.remove(by, tripId))
    .catch(() => undefined)
}

function follow(): void {
  if (isFollowing) return
  isFollowing = true
  subscribe(entries, update)
  // A phone may end a hidden page without any later event.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush()
  })
}

function update(): void {
  for (const [tripId, trip] of opened) {
    const entry = entries[replicaPath(tripId)]
    // The person signed out, which clears the store, too.
    if (!entry) opened.delete(tripId)
    else if (!entry.data && entry.error instanceof Refused) {
      opened.delete(tripId)
      removeStoredReplica(tripId, trip.by)
    } else if (isChanged(tripId, trip)) writeSoon()
  }
}

/** It has other data, or the server has confirmed the stored data. */
function isChanged(tripId: string, trip: OpenedTrip): boolean {
  const entry = entries[replicaPath(tripId)]
  return entry?.data ? entry.data !== trip.data || entry.isCached !== trip.isCached : false
}

function writeSoon(): void {
  if (isDue) return
  isDue = true
  setTimeout(() => whenIdle(flush), WRITE_AFTER_MS)
}

function flush(): void {
  isDue = false
  writing = writing.then(write)
}

/** A full device must not stop the app: a failed write is repeated with the next change. */
async function write(): Promise<void> {
  for (const [tripId, trip] of opened) {
    const entry = entries[replicaPath(tripId)]
    const replica = replicaOf(tripId)
    if (!entry || !replica || !isChanged(tripId, trip)) continue
    const { data, isCached, at } = entry
    Object.assign(trip, { data, isCached })
    trip.written = await replicaStore()
      .then((store) => store?.write(trip.by, tripId, replica, at, trip.written))
      .catch(() => undefined)
  }
}
