// What was last seen, in this browser: whose it is follows the session, and an ended session leaves nothing behind.

import { subscribe } from 'valtio'
import { createSeen } from '#web/platform/seen/seen.ts'
import type { SeenStore } from '#web/platform/seen/seenStore.ts'
import { isPresent, namedInToken, session } from '#web/platform/session.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'

/** Much that is read comes together. */
const WRITE_AFTER_MS = 400
/** Reading a few hundred short texts takes some 20 ms; a browser that is busy with its disk keeps nobody waiting. */
const PATIENCE_MS = 400

export const seen = createSeen({
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
  if (document.visibilityState === 'hidden') void seen.flush()
})

/** At the start: has at hand what the stored token's person last saw, before anything is drawn. Never rejects. */
export async function beginSeen(): Promise<void> {
  subscribe(session, follow)
  // With nobody there is nothing to wait for, only what somebody's crash may have left.
  if (namedInToken() === null) return void whenIdle(() => void follow())
  await Promise.race([follow(), new Promise((wake) => setTimeout(wake, PATIENCE_MS))])
}

/** Who signs out, and whose session is ended from elsewhere, leaves nothing here to be read. */
async function follow(): Promise<void> {
  const who = session.user?.id ?? namedInToken()
  if (session.token === null || who === null) await seen.wipe()
  else await seen.begin(who)
}

/** Its code comes beside the first screen's; whoever is not signed in does without. */
function lateStore(): SeenStore {
  let loading: Promise<SeenStore> | undefined
  const load = () =>
    (loading ??= import('#web/platform/seen/indexedDbSeenStore.ts').then(({ indexedDbSeenStore }) =>
      indexedDbSeenStore(),
    ))
  return {
    open: async (by, shapes) => (await load()).open(by, shapes),
    put: async (rows, isNewer) => (await load()).put(rows, isNewer),
    remove: async (by, names) => (await load()).remove(by, names),
    clear: async () => (await load()).clear(),
  }
}
