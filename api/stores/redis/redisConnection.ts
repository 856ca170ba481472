// A connection to Redis that never blocks a caller for long: during an outage every call fails at once, and a call
// without a reply in time replaces the connection, because a broken network may swallow all replies.

import { createClient } from 'redis'
import { StoreUnavailable } from '#core/store/eventStore.ts'

export type RedisClient = ReturnType<typeof createRedisClient>

export interface RedisConnection {
  /** @throws StoreUnavailable when Redis is away or does not reply within `timeoutMs` (default `replyTimeoutMs`) */
  run<Reply>(act: (client: RedisClient) => Promise<Reply>, timeoutMs?: number): Promise<Reply>
  /** Called for each ready connection, including the current one. */
  onReady(listener: (client: RedisClient) => void): void
  close(): Promise<void>
}

const REPLY_TIMEOUT_MS = 2000
const MIN_BACKOFF_MS = 50
/** Each connection waits for itself, so after an outage one of a process may still refuse reads while another works. */
const MAX_BACKOFF_MS = 500

/**
 * Connects and reconnects by itself.
 * @param url redis[s]://[[user][:password]@]host[:port][/database]
 * @param onError receives errors that no caller gets; the same error may repeat often
 * @param replyTimeoutMs for a connection, its handshake and each call; default 2,000
 */
export function connectRedis(
  url: string,
  onError: (error: unknown) => void,
  replyTimeoutMs = REPLY_TIMEOUT_MS,
): RedisConnection {
  const listeners = new Set<(client: RedisClient) => void>()
  let isClosed = false
  let client = open()
  // The first calls wait for the first connection attempt, because an outage is not known yet.
  let hasTried = false
  const firstTry = new Promise<void>((resolve) => {
    client.once('ready', resolve).once('error', () => resolve())
    setTimeout(resolve, replyTimeoutMs)
  }).then(() => void (hasTried = true))

  function open(): RedisClient {
    const opened = createRedisClient(url, replyTimeoutMs)
    let handshake: ReturnType<typeof setTimeout> | undefined
    // The library waits for the replies of a handshake without an end.
    opened.on('connect', () => {
      clearTimeout(handshake)
      handshake = setTimeout(replace, replyTimeoutMs, opened)
    })
    opened.on('error', (error) => {
      clearTimeout(handshake)
      onError(error)
    })
    opened.on('ready', () => {
      clearTimeout(handshake)
      for (const listener of listeners) listener(opened)
    })
    opened.connect().catch((error: unknown) => {
      if (!isClosed && opened === client) onError(error)
    })
    return opened
  }

  function replace(old: RedisClient): void {
    if (isClosed || old !== client) return
    client = open()
    end(old)
  }

  return {
    async run(act, timeoutMs = replyTimeoutMs) {
      if (!hasTried && !isClosed) await firstTry
      const used = client
      if (isClosed || !used.isReady) throw new StoreUnavailable('Redis is away')
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          reject(new StoreUnavailable(`Redis did not reply within ${timeoutMs} ms`))
          replace(used)
        }, timeoutMs)
      })
      try {
        return await Promise.race([act(used), late])
      } catch (cause) {
        if (cause instanceof StoreUnavailable) throw cause
        throw new StoreUnavailable(`Redis: ${String(cause)}`, { cause })
      } finally {
        clearTimeout(timer)
      }
    },
    onReady(listener) {
      listeners.add(listener)
      if (client.isReady) listener(client)
    },
    async close() {
      isClosed = true
      end(client)
    },
  }
}

function createRedisClient(url: string, connectTimeout: number) {
  return createClient({
    url,
    disableOfflineQueue: true,
    // Neither is needed, and a user with few rights may lack the permission.
    disableClientInfo: true,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout,
      reconnectStrategy: reconnectDelay,
    },
  })
}

/** ms; with jitter, so that nodes do not reconnect at the same moment. */
export function reconnectDelay(retries: number): number {
  return Math.min(MIN_BACKOFF_MS * 2 ** retries, MAX_BACKOFF_MS) * (0.5 + Math.random() / 2)
}

function end(client: RedisClient): void {
  try {
    client.destroy()
  } catch {
    // The connection was never established.
  }
}
