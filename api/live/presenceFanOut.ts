// Who came and who went is told to whoever may know of them.

import type { PresenceStatus } from '#api/people/presence.ts'
import type { LiveServer } from '#api/live/live.ts'
import { devicesOf } from '#api/live/rooms.ts'

interface Deps {
  io: LiveServer
  statusOf(userId: string): { status: PresenceStatus; lastSeen: string | null }
  usernameOf(userId: string): Promise<string | null>
  /** null for everybody on the instance. */
  audienceOf(userId: string): Promise<ReadonlySet<string> | null>
}

/** Tells of one person's change. */
export function createPresenceFanOut(deps: Deps): (userId: string) => Promise<void> {
  const { io, statusOf, usernameOf, audienceOf } = deps
  return async (userId) => {
    const [username, audience] = await Promise.all([usernameOf(userId), audienceOf(userId)])
    if (username === null) return
    const { status, lastSeen } = statusOf(userId)
    const devices = audience ? io.to([...audience].map(devicesOf)) : io
    devices.emit('user_presence', { user_id: userId, username, status, last_seen: lastSeen })
  }
}
