// What is shown, told whenever it changes: by messages, which are quick and may be lost, and by a look now and then, which
// is sure. It also says that this generation is in use.

import { START } from '#core/store/eventStore.ts'
import type { Checkpoint } from '#projections/platform/readStore.ts'
import type { RedisClient, RedisConnection } from '#projections/platform/redisConnection.ts'
import type { RedisKeys } from '#projections/platform/redisKeys.ts'
import { parseRedisState } from '#projections/platform/redisKeys.ts'

/** How often to look for what no message tells: that all is gone. */
const LOOK_MS = 1000
const USED_FOR_S = 600

export const NO_CHECKPOINT: Checkpoint = { position: START, ready: false }

export function parseCheckpoint(text: string): Checkpoint {
  const { position, ready } = parseRedisState(text)
  return { position, ready }
}

export function watchCheckpoint(connection: RedisConnection, { state, used }: RedisKeys) {
  const listeners = new Set<(shown: Checkpoint) => void>()
  let last: string | null = null
  const tell = (text: string | null): void => {
    if (text === last) return
    last = text
    const shown = text === null ? NO_CHECKPOINT : parseCheckpoint(text)
    for (const listener of listeners) listener(shown)
  }
  const look = async (): Promise<void> => {
    // On one connection, answers and messages come in the order of what happened.
    const asked = connection.run((client) => client.get(state))
    // Away, nothing can be shown; who reads would be told so, too.
    tell(await asked.catch(() => null))
  }
  const markUsed = () =>
    connection.run((client) => client.set(used, '1', { expiration: { type: 'EX', value: USED_FOR_S } }))
  const listen = async (client: RedisClient): Promise<void> => {
    await client.subscribe(state, tell)
    await Promise.all([look(), markUsed()])
  }
  connection.onReady((client) => void listen(client).catch(() => undefined))
  const looking = setInterval(() => void look(), LOOK_MS)
  const using = setInterval(() => void markUsed().catch(() => undefined), (USED_FOR_S * 1000) / 10)
  for (const timer of [looking, using]) (timer as { unref?(): void }).unref?.()
  return {
    on(listener: (shown: Checkpoint) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {
      clearInterval(looking)
      clearInterval(using)
    },
  }
}
