// Shares rate limits and events between nodes over ioredis. During an outage of Redis each node counts for itself and
// receives only its own events.

import { randomUUID } from 'node:crypto'
import { Redis, type RedisOptions } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { reconnectDelay } from '#api/stores/redis/redisConnection.ts'
import { createBuckets } from '#api/platform/http/tokenBucket.ts'
import { type Bus, type PresenceTimesStore, MAX_PRESENCE_TIMES, type Nodes } from '#api/platform/nodes.ts'

interface Options {
  url: string
  prefix: string
  /** Receives errors that no caller gets; the same error may repeat often. */
  onError(error: Error): void
  /** Milliseconds since 1970, for a node that counts for itself. */
  clock(): number
  /** Without a reply of Redis within this time, a node counts for itself. */
  replyTimeoutMs?: number
}

/** Nodes of an older release may run beside this one: the field names stay. */
interface Message {
  node: string
  topic: string
  news: unknown
}

const connectionOptions = {
  connectTimeout: 2000,
  // A connection whose replies the network swallows is replaced.
  socketTimeout: 2000,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  disableClientInfo: true,
  retryStrategy: reconnectDelay,
} satisfies RedisOptions

/** Of one command. An even number: a time and an id. */
const MAX_ARGUMENTS = 2000

/** How often the connection that only subscribes is checked. */
const PING_EVERY_MS = 5000

/**
 * A token bucket stored as one time (GCRA, ITU-T I.371), by the clock of Redis: not after now when full, `burst` ms after
 * now when empty. A stored time further ahead, by more than the ms of rounding, means that Redis's clock was set back; then
 * the bucket starts full.
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

export function openRedisNodes({ url, prefix, onError, clock, replyTimeoutMs = 500 }: Options): Nodes {
  const options = { ...connectionOptions, commandTimeout: replyTimeoutMs }
  const commands = new Redis(url, { ...options, enableAutoPipelining: true })
  const subscriber = new Redis(url, options)
  // Errors may contain the command, and with it a password.
  for (const client of [commands, subscriber])
    client.on('error', (error: Error) => onError(new Error(error.message)))

  const pinging = setInterval(() => void subscriber.ping().catch(() => undefined), PING_EVERY_MS).unref()

  return {
    bus: busOver(commands, subscriber, `${prefix}nodes`),
    limiter(of) {
      const own = { ...of, keyPrefix: `${prefix}limit:${of.keyPrefix}` }
      const local = new RateLimiterMemory(own)
      const shared = new RateLimiterRedis({
        ...own,
        storeClient: commands,
        rejectIfRedisNotReady: true,
        insuranceLimiter: local,
      })
      return {
        points: shared.points,
        consume: (key) => shared.consume(key),
        penalty: (key, count) => shared.penalty(key, count),
        // A Redis that refuses writes still responds to reads, without what this node counted for itself.
        async get(key) {
          const [ofAll, ofThisNode] = await Promise.all([shared.get(key), local.get(key)])
          return (ofThisNode?.consumedPoints ?? 0) > (ofAll?.consumedPoints ?? 0) ? ofThisNode : ofAll
        },
      }
    },
    buckets(name, perSecond, burst) {
      const takeLocal = createBuckets(perSecond, burst, clock)
      const everyMs = 1000 / perSecond
      return async (key) => {
        const taken = commands.eval(TAKE, 1, `${prefix}limit:${name}:${key}`, everyMs, burst)
        return taken.then(
          (reply) => reply === 1,
          () => takeLocal(key),
        )
      }
    },
    presenceTimes: presenceTimesIn(commands, `${prefix}presence-times`),
    async close() {
      clearInterval(pinging)
      commands.disconnect()
      subscriber.disconnect()
    },
  }
}

/** A sorted set: `GT` keeps the later of two times, whichever node is slower. */
function presenceTimesIn(commands: Redis, key: string): PresenceTimesStore {
  return {
    async load() {
      if (commands.status !== 'ready') await new Promise<void>((ready) => commands.once('ready', ready))
      const reply = await commands.zrevrange(key, 0, MAX_PRESENCE_TIMES - 1, 'WITHSCORES')
      const times = new Map<string, number>()
      for (let at = 0; at < reply.length; at += 2) times.set(reply[at]!, Number(reply[at + 1]))
      return times
    },
    async save(times) {
      const members = [...times].flatMap(([id, at]) => [at, id])
      for (let start = 0; start < members.length; start += MAX_ARGUMENTS)
        await commands.zadd(key, 'GT', ...members.slice(start, start + MAX_ARGUMENTS))
      await commands.zremrangebyrank(key, 0, -MAX_PRESENCE_TIMES - 1)
    },
  }
}

function busOver(commands: Redis, subscriber: Redis, channel: string): Bus {
  const self = randomUUID()
  const handlers = new Map<string, ((payload: unknown, node: string) => void)[]>()
  const upListeners = new Set<() => void>()
  let isUp = false

  subscriber.on('message', (_, text) => {
    const { node, topic, news: payload } = JSON.parse(text) as Message
    if (node !== self) for (const handler of handlers.get(topic) ?? []) handler(payload, node)
  })
  subscriber.on('ready', () => {
    const up = () => {
      isUp = true
      for (const listener of upListeners) listener()
    }
    subscriber.subscribe(channel).then(up, () => subscriber.disconnect(true))
  })
  subscriber.on('close', () => (isUp = false))

  return {
    publish(topic, payload) {
      const message: Message = { node: self, topic, news: payload }
      commands.publish(channel, JSON.stringify(message)).catch(() => undefined)
    },
    subscribe(topic, handler) {
      handlers.set(topic, [...(handlers.get(topic) ?? []), handler])
    },
    onUp(listener) {
      upListeners.add(listener)
      if (isUp) listener()
    },
    isUp: () => isUp,
  }
}
