// One projector works at a time: whoever holds the turn, until it lets go or is not heard of any more. This only
// spares work; two who both believe it are kept apart by the checkpoint.

import { delay } from '#projections/platform/delay.ts'
import type { ProjectorLease } from '#projections/platform/projector.ts'
import type { RedisConnection } from '#projections/platform/redisConnection.ts'

const HELD_FOR_MS = 4000
const RENEW_EVERY_MS = 1000
const ASK_EVERY_MS = 1000
const TIDY_AFTER_MS = 10_000
const TIDY_EVERY_MS = 600_000

const RENEW = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`

/**
 * @param name who asks; not the same for two
 * @param tidy what whoever has the turn does besides, after a while and again and again; never rejects
 */
export function redisProjectorLease(
  connection: RedisConnection,
  key: string,
  name: string,
  tidy: () => Promise<void> = async () => undefined,
): ProjectorLease {
  const take = () =>
    connection.run((client) =>
      client.set(key, name, { condition: 'NX', expiration: { type: 'PX', value: HELD_FOR_MS } }),
    )

  function hold() {
    const lost = new AbortController()
    const tidying = setInterval(() => void tidy(), TIDY_EVERY_MS)
    const first = setTimeout(() => void tidy(), TIDY_AFTER_MS)
    let renewed = performance.now()
    const renewing = setInterval(async () => {
      const asked = performance.now()
      const args = { keys: [key], arguments: [name, String(HELD_FOR_MS)] }
      const kept = await connection.run((client) => client.eval(RENEW, args)).catch(() => undefined)
      if (kept === 1) renewed = asked
      else if (kept === 0 || performance.now() - renewed > HELD_FOR_MS) lost.abort()
    }, RENEW_EVERY_MS)
    return {
      lost: lost.signal,
      async release() {
        clearInterval(renewing)
        clearInterval(tidying)
        clearTimeout(first)
        const args = { keys: [key], arguments: [name] }
        await connection.run((client) => client.eval(RELEASE, args)).catch(() => undefined)
      },
    }
  }

  return {
    async acquire(signal) {
      while (!signal.aborted) {
        if ((await take()) !== null) return hold()
        await delay(ASK_EVERY_MS, signal)
      }
      return null
    },
  }
}
