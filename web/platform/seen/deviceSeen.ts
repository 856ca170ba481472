// What was last seen, in this browser: whose it is follows the session, and an ended session leaves nothing behind.

import { subscribe } from 'valtio'
import { createSeen } from '#web/platform/seen/seen.ts'
import { indexedDbSeenStore } from '#web/platform/seen/indexedDbSeenStore.ts'
import { isPresent, namedInToken, session } from '#web/platform/session.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'

/** Much that is read comes together. */
const WRITE_AFTER_MS = 400
/** Reading a few hundred short texts takes some 20 ms; a browser that is busy with its disk keeps nobody waiting. */
const PATIENCE_MS = 400

export const seen = createSeen({
  store: indexedDbSeenStore(),
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
  const begun = follow()
  await Promise.race([begun, new Promise((wake) => setTimeout(wake, PATIENCE_MS))])
}

/** Who signs out, and whose session is ended from elsewhere, leaves nothing here to be read. */
async function follow(): Promise<void> {
  const who = session.user?.id ?? namedInToken()
  if (session.token === null || who === null) await seen.wipe()
  else await seen.begin(who)
}
