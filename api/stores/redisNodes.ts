// Shares rate limits and events between nodes over ioredis. During an outage of Redis each node counts for itself and
// receives only its own events.

import { randomUUID } from 'node:crypto'
import { Redis, type RedisOptions } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { reconnectDelay } from '#projections/platform/redisConnection.ts'
import { createBuckets } from '#api/platform/tokenBucket.ts'
import type { Bus, Nodes } from '#api/platform/nodes.ts'

interface Options {
  url: string
  prefix: string
  /** Receives errors that no caller gets; the same error may repeat often. */
  onError(error: Error): void
  /** Milliseconds since 1970, for a node that counts for itself. */
  clock(): number
  /** Timeout after which a node counts for itself. */
  answersWithinMs?: number
}

interface Message {
  node: string
  topic: string
  news: unknown
}

const patience = {
  connectTimeout: 2000,
  // A connection whose replies the network swallows is replaced.
  socketTimeout: 2000,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  disableClientInfo: true,
  retryStrategy: reconnectDelay,
} satisfies RedisOptions

/** How often the connection that only listens is asked whether it is alive. */
const PING_EVERY_MS = 5000

/**
 * A token bucket as one time (GCRA): in the past when full, `burst` ahead when empty. By the clock of Redis. The
 * stored time is rounded, so farther ahead by more than a ms only after that clock was set back, and then it starts anew.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local burst = ARGV[1] * ARGV[2]
local at = tonumber(redis.call('GET', KEYS[1]) or 0)
if at < now or at - now > burst + 1 then at = now end
at = at + ARGV[1]
if at - now > burst then return 0 end
redis.call('SET', KEYS[1], string.format('%.0f', at), 'PX', string.format('%.0f', at - now))
return 1`

export function openRedisNodes({ url, prefix, onError, clock, answersWithinMs = 500 }: Options): Nodes {
  const options = { ...patience, commandTimeout: answersWithinMs }
  const commands = new Redis(url, { ...options, enableAutoPipelining: true })
  const listening = new Redis(url, options)
  // Errors may contain the command, and with it a password.
  for (const client of [commands, listening])
    client.on('error', (error: Error) => onError(new Error(error.message)))

  const pinging = setInterval(() => void listening.ping().catch(() => undefined), PING_EVERY_MS).unref()

  return {
    bus: busOver(commands, listening, `${prefix}nodes`),
    limiter(of) {
      const own = { ...of, keyPrefix: `${prefix}limit:${of.keyPrefix}` }
      const alone = new RateLimiterMemory(own)
      const shared = new RateLimiterRedis({
        ...own,
        storeClient: commands,
        rejectIfRedisNotReady: true,
        insuranceLimiter: alone,
      })
      return {
        points: shared.points,
        consume: (key) => shared.consume(key),
        penalty: (key) => shared.penalty(key),
        // A Redis that refuses writes still answers reads, and does not know what this node counted for itself.
        async get(key) {
          const [together, here] = await Promise.all([shared.get(key), alone.get(key)])
          return (here?.consumedPoints ?? 0) > (together?.consumedPoints ?? 0) ? here : together
        },
      }
    },
    buckets(name, perSecond, burst) {
      const alone = createBuckets(perSecond, burst, clock)
      const everyMs = 1000 / perSecond
      return async (who) => {
        const taken = commands.eval(TAKE, 1, `${prefix}limit:${name}:${who}`, everyMs, burst)
        return taken.then(
          (answer) => answer === 1,
          () => alone(who),
        )
      }
    },
    async close() {
      clearInterval(pinging)
      commands.disconnect()
      listening.disconnect()
    },
  }
}

function busOver(commands: Redis, listening: Redis, channel: string): Bus {
  const self = randomUUID()
  const handlers = new Map<string, ((news: unknown, node: string) => void)[]>()
  const ups = new Set<() => void>()
  let isUp = false

  listening.on('message', (_, text) => {
    const { node, topic, news } = JSON.parse(text) as Message
    if (node !== self) for (const listener of handlers.get(topic) ?? []) listener(news, node)
  })
  listening.on('ready', () => {
    const up = () => {
      isUp = true
      for (const listener of ups) listener()
    }
    listening.subscribe(channel).then(up, () => listening.disconnect(true))
  })
  listening.on('close', () => (isUp = false))

  return {
    publish(topic, news) {
      const message: Message = { node: self, topic, news }
      commands.publish(channel, JSON.stringify(message)).catch(() => undefined)
    },
    subscribe(topic, listener) {
      handlers.set(topic, [...(handlers.get(topic) ?? []), listener])
    },
    onUp(listener) {
      ups.add(listener)
      if (isUp) listener()
    },
    isUp: () => isUp,
  }
}
