// The contract of every store of the offline cache. Its tests are plain functions that throw, because one adapter
// exists only inside a browser.

import type { CacheRow, CacheStore } from '#web/platform/offlineCache/cacheStore.ts'

/** Empty stores; `again` opens the same one as after a reload. */
export interface Opened {
  store: CacheStore
  again(): CacheStore
}

const later = (row: CacheRow, kept: CacheRow | undefined) => !kept || row.at >= kept.at

export const cacheStoreContract: Record<string, (opened: Opened) => Promise<void>> = {
  async 'The cache store returns its entries after a reload'({ store, again }) {
    await store.open('ann', 'shapes')
    await store.put([row('ann', '/trips', 1), row('ann', 'list', 2, 'é 👨‍👩‍👧')], later)
    same(await texts(again(), 'ann'), ['/trips: 1', 'list: é 👨‍👩‍👧'])
  },

  async 'The cache store keeps the newer of two entries with one name'({ store }) {
    await store.open('ann', 'shapes')
    await store.put([row('ann', '/trips', 2)], later)
    await store.put([row('ann', '/trips', 1)], later)
    same(await texts(store, 'ann'), ['/trips: 2'])
    await store.put([row('ann', '/trips', 3)], later)
    same(await texts(store, 'ann'), ['/trips: 3'])
  },

  async 'The cache store writes no entry that is not wanted'({ store }) {
    await store.open('ann', 'shapes')
    await store.put([row('ann', '/trips', 1), row('ann', 'list', 1)], ({ name }) => name === 'list')
    same(await texts(store, 'ann'), ['list: 1'])
  },

  async 'The cache store opened for one person has no entry of another'({ store }) {
    await store.open('ann', 'shapes')
    await store.put([row('ann', '/trips', 1)], later)
    same(await texts(store, 'an'), [])
    same(await texts(store, 'ann'), [])
  },

  async 'The cache store opened for other response shapes is empty'({ store }) {
    await store.open('ann', 'shapes')
    await store.put([row('ann', '/trips', 1)], later)
    same(await store.open('ann', 'other shapes'), [])
    same(await store.open('ann', 'shapes'), [])
  },

  async 'The cache store removes the named entries and no others'({ store }) {
    await store.open('ann', 'shapes')
    await store.put([row('ann', '/trips', 1), row('ann', '/trips/1', 1), row('ann', 'list', 1)], later)
    await store.remove('ann', ['/trips', 'never there'])
    same(await texts(store, 'ann'), ['/trips/1: 1', 'list: 1'])
  },

  async 'A cleared cache store is empty'({ store, again }) {
    await store.open('ann', 'shapes')
    await store.put([row('ann', '/trips', 1)], later)
    await store.clear()
    same(await texts(again(), 'ann'), [])
  },
}

function row(by: string, name: string, at: number, text = String(at)): CacheRow {
  return { by, name, text, position: '', at }
}

async function texts(store: CacheStore, by: string): Promise<string[]> {
  const rows = await store.open(by, 'shapes')
  return rows.map(({ name, text }) => `${name}: ${text}`).sort()
}

function same(found: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)]
  if (is !== should) throw new Error(`expected ${should}, found ${is}`)
}
