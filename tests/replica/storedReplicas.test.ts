// An opened trip on the device: read from the store and fetched at the same time, and written as it changes.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getReplica } from '#core/trips/contract.ts'
import { documentsVersion, emptyTripDocuments } from '#projections/replica/tripDocuments.ts'
import type * as QueryStore from '#web/platform/queries/queryStore.ts'
import type { ReplicaStore, StoredReplica } from '#web/platform/replica/replicaStore.ts'
import type * as StoredReplicas from '#web/platform/replica/storedReplicas.ts'
import { longTimeout } from '#tests/support/timeout.ts'

const params = { tripId: 'lisbon' }
const path = '/trips/lisbon/replica'
const replica = (position: string) => ({
  position,
  revisions: { 'trip-lisbon': 0 },
  documents: emptyTripDocuments('lisbon'),
})
const stored = (position: string): StoredReplica => ({
  replica: replica(position),
  at: 1,
  written: { stamp: position, pieces: new Map() },
})

const store = {
  read: vi.fn<ReplicaStore['read']>(),
  write: vi.fn<ReplicaStore['write']>(),
  remove: vi.fn<ReplicaStore['remove']>(),
}
let respond: (response: Response) => void
let queries: typeof QueryStore
let device: typeof StoredReplicas

beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: { dataset: {} }, addEventListener: () => undefined })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'token' ? 'x' : null),
    setItem: () => undefined,
    removeItem: () => undefined,
  })
  vi.stubGlobal('location', { origin: 'https://trips.example' })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (respond = resolve)))
  vi.doMock('#web/platform/replica/replicaStore.ts', () => ({ createReplicaStore: () => store }))
  store.read.mockReset().mockResolvedValue(null)
  store.write.mockReset().mockResolvedValue(undefined)
  store.remove.mockReset().mockResolvedValue(undefined)
  queries = await import('#web/platform/queries/queryStore.ts')
  device = await import('#web/platform/replica/storedReplicas.ts')
})
afterEach(() => {
  vi.doUnmock('#web/platform/replica/replicaStore.ts')
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** As the screen of a trip: fetches it and opens the stored one. */
function openTrip() {
  const fetched = queries.fetchQuery(path, getReplica, params, {})
  const opened = device.openStoredReplica('lisbon', 'ann')
  return { fetched, opened }
}

const shownPosition = () => queries.entries[path]?.position

function snapshot(position: string, cancelled?: () => void): Response {
  const body = JSON.stringify({ ...replica(position), version: documentsVersion })
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(body))
        controller.close()
      },
      ...(cancelled && { cancel: cancelled }),
    },
    { highWaterMark: 0 },
  )
  return new Response(stream, { status: 200, headers: { Position: position } })
}

test('The stored trip is shown while the server is slow, and its response is not received any more', async () => {
  store.read.mockResolvedValue(stored('0007'))
  const { fetched, opened } = openTrip()
  await opened
  expect(queries.entries[path]).toMatchObject({ position: '0007', isCached: true, isLoading: false })
  const cancelled = vi.fn<() => void>()
  respond(snapshot('0008', cancelled))
  await fetched
  expect(cancelled).toHaveBeenCalledOnce()
  expect(shownPosition()).toBe('0007')
})

test('A trip that the server sends first is not replaced by the stored one', async () => {
  const reading = Promise.withResolvers<StoredReplica>()
  store.read.mockReturnValue(reading.promise)
  const { fetched, opened } = openTrip()
  respond(snapshot('0008'))
  await fetched
  reading.resolve(stored('0007'))
  await opened
  expect(queries.entries[path]).toMatchObject({ position: '0008', isCached: false })
})

test('A store that never answers delays nothing', async () => {
  store.read.mockReturnValue(new Promise(() => undefined))
  const { fetched } = openTrip()
  respond(snapshot('0008'))
  await fetched
  expect(shownPosition()).toBe('0008')
})

test('A store that fails leaves the trip to the server', async () => {
  store.read.mockRejectedValue(new Error('QuotaExceededError'))
  const { fetched, opened } = openTrip()
  await opened
  respond(snapshot('0008'))
  await fetched
  expect(shownPosition()).toBe('0008')
})

test('A trip that this person may not read any more is removed from the store and not shown from it', async () => {
  const reading = Promise.withResolvers<StoredReplica>()
  store.read.mockReturnValue(reading.promise)
  const { fetched, opened } = openTrip()
  respond(Response.json({ error: { code: 'FORBIDDEN', message: 'No' } }, { status: 403 }))
  await fetched
  reading.resolve(stored('0007'))
  await opened
  expect(queries.entries[path]?.data).toBeNull()
  await vi.waitFor(() => expect(store.remove).toHaveBeenCalledWith('ann', 'lisbon'), longTimeout)
})

test('A trip that is revoked while it is shown is removed from the store', async () => {
  store.read.mockResolvedValue(stored('0007'))
  await openTrip().opened
  const fetched = queries.fetchQuery(path, getReplica, params, {})
  respond(Response.json({ error: { code: 'FORBIDDEN', message: 'No' } }, { status: 403 }))
  await fetched
  expect(queries.entries[path]?.data).toBeNull()
  await vi.waitFor(() => expect(store.remove).toHaveBeenCalledWith('ann', 'lisbon'), longTimeout)
})

test('What is read after a log-out is not shown', async () => {
  const reading = Promise.withResolvers<StoredReplica>()
  store.read.mockReturnValue(reading.promise)
  const { opened } = openTrip()
  queries.clearQueries()
  reading.resolve(stored('0007'))
  await opened
  expect(queries.entries[path]).toBeUndefined()
})

test('A change of a stored trip is written on what was read', async () => {
  const before = stored('0007')
  store.read.mockResolvedValue(before)
  await openTrip().opened
  expect(store.write).not.toHaveBeenCalled()
  const after = replica('0008')
  const data = { ...after, version: documentsVersion }
  Object.assign(queries.entries[path]!, queries.entryWith({ value: data, position: '0008', fetchedAt: 2 }))
  await vi.waitFor(
    () =>
      expect(store.write).toHaveBeenCalledWith(
        'ann',
        'lisbon',
        expect.objectContaining(after),
        2,
        before.written,
      ),
    longTimeout,
  )
})

test('A stored trip that the server confirms unchanged is written once, with the time', async () => {
  store.read.mockResolvedValue(stored('0007'))
  await openTrip().opened
  for (const at of [5, 6]) Object.assign(queries.entries[path]!, { isCached: false, at })
  await vi.waitFor(() => expect(store.write).toHaveBeenCalledOnce(), longTimeout)
  Object.assign(queries.entries[path]!, { at: 7 })
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(store.write).toHaveBeenCalledOnce()
})
