// Lets one projector work at a time: the holder of the lease, until it releases or stops renewing it. The lease only
// avoids duplicate work; the checkpoint keeps two holders apart.

import { delay } from '#projections/platform/delay.ts'
import type { ProjectorLease } from '#projections/platform/projector.ts'
import type { RedisConnection } from '#api/stores/redis/redisConnection.ts'

const LEASE_MS = 4000
const RENEW_EVERY_MS = 1000
const ACQUIRE_EVERY_MS = 1000
const TIDY_AFTER_MS = 10_000
const TIDY_EVERY_MS = 600_000

// A process takes its own leftover lease again (the connection broke before the release). A lease longer than LEASE_MS means
// that the clock of Redis was set back, and is shortened.
const TAKE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
if redis.call('PTTL', KEYS[1]) > tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`
const RENEW = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`

/**
 * @param name unique for each process
 * @param tidy extra work of the holder, after a while and repeatedly; never rejects
 */
export function redisProjectorLease(
  connection: RedisConnection,
  key: string,
  name: string,
  tidy: () => Promise<void> = async () => undefined,
): ProjectorLease {
  const args = { keys: [key], arguments: [name, String(LEASE_MS)] }
  const take = () => connection.run((client) => client.eval(TAKE, args))

  function hold() {
    const lost = new AbortController()
    const tidying = setInterval(() => void tidy(), TIDY_EVERY_MS)
    const first = setTimeout(() => void tidy(), TIDY_AFTER_MS)
    let renewed = performance.now()
    const renewing = setInterval(async () => {
      const sentAt = performance.now()
      const reply = await connection.run((client) => client.eval(RENEW, args)).catch(() => undefined)
      if (reply === 1) renewed = sentAt
      else if (reply === 0 || performance.now() - renewed > LEASE_MS) lost.abort()
    }, RENEW_EVERY_MS)
    return {
      lost: lost.signal,
      async release() {
        clearInterval(renewing)
        clearInterval(tidying)
        clearTimeout(first)
        await connection.run((client) => client.eval(RELEASE, args)).catch(() => undefined)
      },
    }
  }

  return {
    async acquire(signal) {
      while (!signal.aborted) {
        if ((await take()) === 1) return hold()
        await delay(ACQUIRE_EVERY_MS, signal)
      }
      return null
    },
  }
}
