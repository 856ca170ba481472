// The offline cache of this browser. Its owner is the person of the session, and it is cleared when the session ends.

import { subscribe } from 'valtio'
import { readItem } from '#web/platform/storage/localStorage.ts'
import type { CacheStore } from '#web/platform/offlineCache/cacheStore.ts'
import { createOfflineCache } from '#web/platform/offlineCache/offlineCache.ts'
import { isSignedIn, userIdInToken, session } from '#web/platform/session/session.ts'
import { delayOn, deviceTimers } from '#web/platform/time/timers.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'

/** Several responses arrive together and are written together. */
const WRITE_AFTER_MS = 400
/** Reading a few hundred short texts takes about 20 ms. A browser with a busy disk must not delay the first screen. */
const OPEN_WITHIN_MS = 400

export const offlineCache = createOfflineCache({
  store: lazyStore(),
  // The build writes them into the document (vite.config.ts).
  get shapes() {
    return document.documentElement.dataset['shapes'] ?? ''
  },
  now: Date.now,
  schedule(run) {
    let cancel = () => clearTimeout(timer)
    const timer = setTimeout(() => (cancel = whenIdle(run)), WRITE_AFTER_MS)
    return () => cancel()
  },
  isSignedIn,
})

/**
 * At the start: loads the cache of the person whom the stored token names, before the first screen. Never rejects.
 * @param onOpenedLate called if the cache opens after the first screen is shown
 */
export async function openOfflineCache(onOpenedLate: () => void): Promise<void> {
  subscribe(session, follow)
  // A phone may end a hidden page without any later event.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void offlineCache.flush()
  })
  const owner = userIdInToken()
  // Nobody waits; a cache that a crash left behind is cleared.
  if (owner === null) return void whenIdle(() => void follow())
  const opened = follow()
  if (!isOwner(owner)) return
  let isLate = false
  await Promise.race([opened, delayOn(deviceTimers, OPEN_WITHIN_MS).then(() => (isLate = true))])
  if (isLate) void opened.then(onOpenedLate)
}

/** Clears the cache when the person signs out or the session ends. */
async function follow(): Promise<void> {
  const owner = session.user?.id ?? userIdInToken()
  if (session.token === null || owner === null) await offlineCache.clear()
  else await offlineCache.open(owner)
}

/** Loads the store's code before the first screen only if the person has rows in it. */
function lazyStore(): CacheStore {
  let loading: Promise<CacheStore> | undefined
  const load = () =>
    (loading ??= import('#web/platform/offlineCache/indexedDbCacheStore.ts').then(({ indexedDbCacheStore }) =>
      indexedDbCacheStore(),
    ))
  /** Opening removes the rows of another build before any are written. */
  let opened: Promise<unknown> = Promise.resolve()
  return {
    open(by, shapes) {
      const ready = isOwner(by) ? Promise.resolve() : new Promise<void>((wake) => void whenIdle(wake))
      const rows = ready.then(load).then((store) => store.open(by, shapes))
      opened = rows.catch(() => undefined)
      return rows
    },
    async put(rows, isWanted) {
      await opened
      await (await load()).put(rows, isWanted)
    },
    remove: async (by, names) => (await load()).remove(by, names),
    clear: async () => (await load()).clear(),
  }
}

/** The store has noted that it holds rows of this person. */
const isOwner = (by: string): boolean => readItem('seen') === by
