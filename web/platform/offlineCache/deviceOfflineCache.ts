// What was last seen, in this browser: whose it is follows the session, and an ended session leaves nothing behind.

import { subscribe } from 'valtio'
import { createOfflineCache } from '#web/platform/offlineCache/offlineCache.ts'
import type { CacheStore } from '#web/platform/offlineCache/cacheStore.ts'
import { isPresent, namedInToken, session } from '#web/platform/session.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'

/** Much that is read comes together. */
const WRITE_AFTER_MS = 400
/** Reading a few hundred short texts takes some 20 ms; a browser that is busy with its disk keeps nobody waiting. */
const PATIENCE_MS = 400

export const offlineCache = createOfflineCache({
  store: lateStore(),
  // Written into the document by the build (vite.config.ts).
  shapes: document.documentElement.dataset['shapes'] ?? '',
  now: Date.now,
  later(run) {
    let callOff = () => clearTimeout(timer)
    const timer = setTimeout(() => (callOff = whenIdle(run)), WRITE_AFTER_MS)
    return () => callOff()
  },
  isPresent,
})

// The last moment a phone surely gives: whoever puts it away now finds there what they have just seen.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void offlineCache.flush()
})

/** At the start: has at hand what the stored token's person last saw, before anything is drawn. Never rejects. */
export async function openOfflineCache(): Promise<void> {
  subscribe(session, follow)
  const who = namedInToken()
  // With nobody there is nothing to wait for, only what somebody's crash may have left.
  if (who === null) return void whenIdle(() => void follow())
  const begun = follow()
  if (isKeptOf(who)) await Promise.race([begun, new Promise((wake) => setTimeout(wake, PATIENCE_MS))])
}

/** Who signs out, and whose session is ended from elsewhere, leaves nothing here to be read. */
async function follow(): Promise<void> {
  const who = session.user?.id ?? namedInToken()
  if (session.token === null || who === null) await offlineCache.wipe()
  else await offlineCache.begin(who)
}

/** Its code comes before the first screen is drawn only for those who have something here to be drawn. */
function lateStore(): CacheStore {
  let loading: Promise<CacheStore> | undefined
  const load = () =>
    (loading ??= import('#web/platform/offlineCache/indexedDbCacheStore.ts').then(({ indexedDbCacheStore }) =>
      indexedDbCacheStore(),
    ))
  /** Nothing is written among what another build wrote. */
  let opened: Promise<unknown> = Promise.resolve()
  return {
    open(by, shapes) {
      const ready = isKeptOf(by) ? Promise.resolve() : new Promise<void>((wake) => void whenIdle(wake))
      const rows = ready.then(load).then((store) => store.open(by, shapes))
      opened = rows.catch(() => undefined)
      return rows
    },
    async put(rows, isNewer) {
      await opened
      await (await load()).put(rows, isNewer)
    },
    remove: async (by, names) => (await load()).remove(by, names),
    clear: async () => (await load()).clear(),
  }
}

/** Whether the store has noted that there is something of theirs. */
function isKeptOf(by: string): boolean {
  try {
    return localStorage.getItem('seen') === by
  } catch {
    return false
  }
}
