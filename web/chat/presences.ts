// Who is here, as far as this device knows: told as it changes, and read where what was told may have been missed.
// Nothing numbers what is told of a person, so an answer counts only where nothing was told since it was asked for.

import type { ServerEvents } from '#core/chat/socketEvents.ts'
import { listUsers } from '#core/people/contract.ts'
import type { ChatPorts } from '#web/chat/chatPorts.ts'
import type { ShownPresence } from '#web/platform/live/presence.ts'
import { createRetries } from '#web/platform/retries.ts'

export interface Presences {
  told(told: Parameters<ServerEvents['user_presence']>[0]): void
  /** Something may have been missed. */
  read(): void
  /** The network may be back, or the page is shown again. */
  wake(): void
  close(): void
}

/** A push can be lost without any connection breaking: whoever looks again after so long reads again. */
const READ_AGAIN_MS = 60_000

/** Reads at once. @param shown by the id of the person; nobody of whom nothing is known */
export function createPresences(
  ports: Pick<ChatPorts, 'ask' | 'timers' | 'random'>,
  shown: Record<string, ShownPresence>,
): Presences {
  const { ask, timers } = ports
  /** In which turn each was told or asked for. */
  const turns = new Map<string, number>()
  const retries = createRetries(ports, () => void read())
  /** Counts what was told and what was asked for. */
  let turn = 0
  let newestAsked = 0
  let askedAtMs = -Infinity
  let isClosed = false

  async function read(): Promise<void> {
    const asked = ++turn
    newestAsked = asked
    const updatedAt = timers.now()
    askedAtMs = updatedAt
    const got = await ask(listUsers, {})
    if (isClosed) return
    const isNewest = asked === newestAsked
    if (got.state === 'unreachable' && isNewest) return retries.later()
    if (isNewest) retries.reset()
    if (got.state !== 'done') return
    for (const { id, username, status, lastSeen } of got.answer.data)
      if ((turns.get(id) ?? 0) <= asked) show(asked, { userId: id, username, status, lastSeen, updatedAt })
  }
  void read()

  function show(inTurn: number, presence: ShownPresence): void {
    turns.set(presence.userId, inTurn)
    shown[presence.userId] = presence
  }

  return {
    told({ user_id: userId, username, status, last_seen: lastSeen }) {
      show(++turn, { userId, username, status, lastSeen, updatedAt: timers.now() })
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
