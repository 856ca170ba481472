// How many responses a page keeps in memory.

import { expect, test, vi } from 'vitest'
import { endpoint } from '#core/kernel/endpoint.ts'
import { loadWithoutBrowser } from '#tests/support/withoutBrowser.ts'
import type * as QueryStore from '#web/platform/queries/queryStore.ts'

let queries: typeof QueryStore
const found = endpoint<{ text: string }>('GET', '/found', 200)

loadWithoutBrowser(async () => {
  const none = () => undefined
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'token' ? 'x' : null),
    setItem: none,
    removeItem: none,
  })
  vi.stubGlobal('fetch', async (url: string) => Response.json({ text: new URL(url).search }))
  queries = await import('#web/platform/queries/queryStore.ts')
})

const pathOf = (n: number) => `/found?q=${n}`
const fetchOne = (n: number) => queries.fetchQuery(pathOf(n), found, {}, { q: String(n) })

test('Of queries that nothing shows, those that were fetched longest ago are dropped; shown ones stay', async () => {
  for (const n of [0, 1]) queries.shown.set(pathOf(n), 1)
  for (let n = 0; n < 400; n++) await fetchOne(n)
  const paths = Object.keys(queries.entries)
  expect(paths.length).toBeLessThan(150)
  expect(queries.fetchers.size).toBeLessThan(150)
  for (const n of [0, 1, 399, 350]) expect(paths).toContain(pathOf(n))
  expect(paths).not.toContain(pathOf(2))
  expect(queries.entries[pathOf(0)]!.data).toEqual({ text: '?q=0' })
  queries.shown.set(pathOf(0), 0)
  await fetchOne(2)
  expect(queries.entries[pathOf(2)]!.data).toEqual({ text: '?q=2' })
})
