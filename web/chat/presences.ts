// Who is here, as far as this device knows: told as it changes, and read where what was told may have been missed.
// Nothing numbers what is told of a person, so an answer counts only where nothing was told since it was asked for.

import type { ServerEvents } from '#core/chat/socketEvents.ts'
import { listUsers } from '#core/people/contract.ts'
import type { ChatPorts } from '#web/chat/chatPorts.ts'
import type { Presence } from '#web/platform/live/presence.ts'
import { createRetries } from '#web/platform/retries.ts'

export interface Presences {
  /** Null while nothing is known of them. */
  of(userId: string): Presence | null
  told(told: Parameters<ServerEvents['user_presence']>[0]): void
  /** Something may have been missed. */
  read(): void
  /** The network may be back, or the page is shown again. */
  wake(): void
  close(): void
}

/** A push can be lost without any connection breaking: whoever looks again after so long reads again. */
const READ_AGAIN_MS = 60_000

/** Reads at once. */
export function createPresences(
  ports: Pick<ChatPorts, 'ask' | 'timers' | 'random'>,
  onChange: () => void,
): Presences {
  const { ask, timers } = ports
  const known = new Map<string, Presence & { turn: number }>()
  const retries = createRetries(ports, () => void read())
  /** Counts what was told and what was asked for. */
  let turn = 0
  let newestAsked = 0
  let askedAtMs = -Infinity
  let isClosed = false

  async function read(): Promise<void> {
    const asked = ++turn
    newestAsked = asked
    askedAtMs = timers.now()
    const got = await ask(listUsers, {})
    if (isClosed) return
    const isNewest = asked === newestAsked
    if (got.state === 'unreachable' && isNewest) return retries.later()
    if (isNewest) retries.reset()
    if (got.state !== 'done') return
    for (const { id, status, lastSeen } of got.answer.data)
      if ((known.get(id)?.turn ?? 0) <= asked) known.set(id, { status, lastSeen, turn: asked })
    onChange()
  }
  void read()

  return {
    of: (userId) => known.get(userId) ?? null,
    told({ user_id: userId, status, last_seen: lastSeen }) {
      known.set(userId, { status, lastSeen, turn: ++turn })
      onChange()
    },
    read: () => void read(),
    wake() {
      if (timers.now() - askedAtMs > READ_AGAIN_MS) void read()
      else retries.wake()
    },
    close() {
      isClosed = true
      retries.close()
    },
  }
}
