// Watches the checkpoint in Redis: by messages, which are fast and may be lost, and by polling, which is reliable. Also
// marks this generation as used.

import { START } from '#core/store/eventStore.ts'
import type { Checkpoint } from '#projections/platform/readStore.ts'
import type { RedisClient, RedisConnection } from '#api/stores/redis/redisConnection.ts'
import { parseRedisState, type RedisKeys } from '#api/stores/redis/redisKeys.ts'

/** Finds changes without a message, such as a lost database. */
const POLL_MS = 1000
const USED_FOR_S = 600

export const NO_CHECKPOINT: Checkpoint = { position: START, ready: false }

export function parseCheckpoint(text: string): Checkpoint {
  const { position, ready } = parseRedisState(text)
  return { position, ready }
}

export function watchCheckpoint(connection: RedisConnection, { state, used, standstill }: RedisKeys) {
  const listeners = new Set<(checkpoint: Checkpoint) => void>()
  const standstillListeners = new Set<() => void>()
  let last = NO_CHECKPOINT
  const publish = (text: string | null): void => {
    const checkpoint = text === null ? NO_CHECKPOINT : parseCheckpoint(text)
    // The state also changes when a build begins, which is as unreadable as no build.
    if (checkpoint.position === last.position && checkpoint.ready === last.ready) return
    last = checkpoint
    for (const listener of listeners) listener(checkpoint)
  }
  const poll = async (): Promise<void> => {
    // On one connection, replies and messages come in the order of the changes.
    const reply = connection.run((client) => client.get(state))
    // During an outage nothing is readable.
    publish(await reply.catch(() => null))
  }
  const markUsed = () =>
    connection.run((client) => client.set(used, '1', { expiration: { type: 'EX', value: USED_FOR_S } }))
  const subscribe = async (client: RedisClient): Promise<void> => {
    await client.subscribe(state, publish)
    await client.subscribe(standstill, () => {
      for (const listener of standstillListeners) listener()
    })
    await Promise.all([poll(), markUsed()])
  }
  connection.onReady((client) => void subscribe(client).catch(() => undefined))
  const polling = setInterval(() => void poll(), POLL_MS)
  const marking = setInterval(() => void markUsed().catch(() => undefined), (USED_FOR_S * 1000) / 10)
  for (const timer of [polling, marking]) (timer as { unref?(): void }).unref?.()
  return {
    on(listener: (checkpoint: Checkpoint) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reportStandstill: () =>
      void connection.run((client) => client.publish(standstill, '')).catch(() => undefined),
    onStandstill(listener: () => void) {
      standstillListeners.add(listener)
      return () => standstillListeners.delete(listener)
    },
    stop() {
      clearInterval(polling)
      clearInterval(marking)
    },
  }
}
