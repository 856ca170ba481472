// Who was seen when: never an event, forgotten with the process. Fed by every request of a signed-in person.

import type { User } from '#core/people/contract.ts'

export interface Presence {
  seen(userId: string, sid: string): void
  ofUser(userId: string): Pick<User, 'status' | 'lastSeen'>
  /** RFC 3339 UTC; null when the session was not used since the server started. */
  ofSession(sid: string): string | null
}

/** Seen within this time is online, in ms. */
const ONLINE_FOR_MS = 60_000
const REMEMBERED = 100_000

/** @param clock milliseconds since 1970 */
export function createPresence(clock: () => number): Presence {
  const users = new Map<string, number>()
  const sessions = new Map<string, number>()
  return {
    seen(userId, sid) {
      note(users, userId, clock())
      note(sessions, sid, clock())
    },
    ofUser(userId) {
      const at = users.get(userId)
      if (at === undefined) return { status: 'offline', lastSeen: null }
      const status = clock() - at <= ONLINE_FOR_MS ? 'online' : 'offline'
      return { status, lastSeen: new Date(at).toISOString() }
    },
    ofSession(sid) {
      const at = sessions.get(sid)
      return at === undefined ? null : new Date(at).toISOString()
    },
  }
}

/** The longest unseen goes first. */
function note(times: Map<string, number>, id: string, now: number): void {
  times.delete(id)
  times.set(id, now)
  if (times.size > REMEMBERED) times.delete(times.keys().next().value!)
}
