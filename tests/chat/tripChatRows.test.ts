// When the chats of a trip are fetched again for the rows of its tab.

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listTripChats } from '#core/chat/tripChatContract.ts'
import { endpointPath } from '#core/kernel/endpoint.ts'
import type * as QueryStore from '#web/platform/queries/queryStore.ts'
import { listStoreOf } from '#tests/chat/listStore.ts'

let queries: typeof QueryStore

beforeAll(async () => {
  vi.resetModules()
  vi.stubGlobal('document', {
    documentElement: { dataset: { keeps: 'nothing' } },
    addEventListener: () => undefined,
  })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('location', { origin: 'https://trips.example' })
  queries = await import('#web/platform/queries/queryStore.ts')
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('The rows of a trip’s chats are fetched again with the list of conversations, which may not reach down to them', async () => {
  const stale: string[] = []
  const { store, time } = listStoreOf(
    () => ({ state: 'done', response: { conversations: [], pagination: { total: 0 } } }),
    { onStale: (paths) => void stale.push(...paths) },
  )
  store.fetchStale()
  await time.settle()
  const isStale = (path: string) => queries.isTouched(path, stale)
  expect(isStale(endpointPath(listTripChats, { tripId: 'macau' }))).toBe(true)
  expect(
    ['/trips/macau', '/trips/macau/expenses', '/trips/macau/replica', '/trips?limit=20'].filter(isStale),
  ).toEqual([])
})
