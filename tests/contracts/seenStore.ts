// What every store of what was last seen promises. Plain functions that throw, because one adapter is only to be had
// inside a browser.

import type { CacheRow, CacheStore } from '#web/platform/offlineCache/cacheStore.ts'

/** Stores that hold nothing yet; `again` opens the same one as after a reload. */
export interface Opened {
  store: CacheStore
  again(): CacheStore
}

const later = (row: CacheRow, kept: CacheRow) => row.at >= kept.at

export const seenStoreContract: Record<string, (opened: Opened) => Promise<void>> = {
  async 'gives back what was put, after a reload'({ store, again }) {
    await store.open('ann', 'shapes')
    await store.put([row('ann', '/trips', 1), row('ann', 'list', 2, 'é 👨‍👩‍👧')], later)
    same(await texts(again(), 'ann'), ['/trips: 1', 'list: é 👨‍👩‍👧'])
  },

  async 'keeps one of each name, the one that is the newer'({ store }) {
    await store.open('ann', 'shapes')
    await store.put([row('ann', '/trips', 2)], later)
    await store.put([row('ann', '/trips', 1)], later)
    same(await texts(store, 'ann'), ['/trips: 2'])
    await store.put([row('ann', '/trips', 3)], later)
    same(await texts(store, 'ann'), ['/trips: 3'])
  },

  async 'opened for one person it has nothing of another any more'({ store }) {
    await store.open('ann', 'shapes')
    await store.put([row('ann', '/trips', 1)], later)
    same(await texts(store, 'an'), [])
    same(await texts(store, 'ann'), [])
  },

  async 'opened for other shapes it has nothing any more'({ store }) {
    await store.open('ann', 'shapes')
    await store.put([row('ann', '/trips', 1)], later)
    same(await store.open('ann', 'other shapes'), [])
    same(await store.open('ann', 'shapes'), [])
  },

  async 'removes what it is told to, and nothing else'({ store }) {
    await store.open('ann', 'shapes')
    await store.put([row('ann', '/trips', 1), row('ann', '/trips/1', 1), row('ann', 'list', 1)], later)
    await store.remove('ann', ['/trips', 'never there'])
    same(await texts(store, 'ann'), ['/trips/1: 1', 'list: 1'])
  },

  async 'cleared it is empty'({ store, again }) {
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
