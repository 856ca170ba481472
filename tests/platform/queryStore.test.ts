// When a query is fetched: a read that failed while the page started is not sent again by the screen that shows it.

import { beforeEach, expect, test, vi } from 'vitest'
import { endpoint, endpointPath } from '#core/kernel/endpoint.ts'
import type * as Queries from '#web/platform/queries/queries.ts'
import type * as QueryStore from '#web/platform/queries/queryStore.ts'
import { loadWithoutBrowser } from '#tests/support/withoutBrowser.ts'

const trips = endpoint<{ trips: unknown[] }>('GET', '/trips')
const path = endpointPath(trips)
let store: typeof QueryStore
let queries: typeof Queries
let sent = 0

loadWithoutBrowser(async () => {
  vi.stubGlobal('localStorage', { getItem: (name: string) => (name === 'token' ? 'x.e30.x' : null) })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async () => {
    sent += 1
    throw new TypeError('Failed to fetch')
  })
  store = await import('#web/platform/queries/queryStore.ts')
  queries = await import('#web/platform/queries/queries.ts')
})
beforeEach(() => {
  sent = 0
  store.clearQueries()
})

const failed = () => vi.waitFor(() => expect(store.entries[path]?.error).toBeTruthy(), 5000)

test('A read that failed before its screen is sent twice, and the screen shows the failure with its Retry', async () => {
  queries.prefetchQuery(trips)
  await failed()
  expect(sent).toBe(2)
  expect(store.isFetchedWhenShown(path)).toBe(false)
})

test('A read that failed before its screen is sent again by a screen that opens later', async () => {
  queries.prefetchQuery(trips)
  await failed()
  store.entries[path]!.failedUnseenAt -= 6000
  expect(store.isFetchedWhenShown(path)).toBe(true)
})

test('A read that failed on a screen is sent again when the screen is opened again', async () => {
  store.shown.set(path, 1)
  await store.fetchQuery(path, trips, {}, {})
  store.shown.set(path, 0)
  expect(store.isFetchedWhenShown(path)).toBe(true)
})
