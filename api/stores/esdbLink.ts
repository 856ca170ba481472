// The connection to EventStoreDB. The client's own recovery is not enough: its reads have no deadline, a dropped
// subscription stays dropped, and its channels share one connection with growing delays between attempts. So each call
// is bounded here, a failed connection is replaced, and while the server is away calls fail at once, except the probe
// that detects its return. One closure of 120 lines, because all of it shares the state of the connection.

import { BACKWARDS, END, EventStoreDBClient } from '@eventstore/db-client'
import { StoreUnavailable } from '#core/store/eventStore.ts'
import { meaningOf, EsdbTimeout } from '#api/stores/esdbErrors.ts'
import { gather } from '#api/stores/esdbGather.ts'
import { readEsdbUrl } from '#api/stores/esdbUrl.ts'

export interface LinkOptions {
  connectionString: string
  /** The server cannot be reached; called once for each outage. */
  onAway(error: StoreUnavailable): void
  onBack(): void
}

export interface Link {
  /**
   * Runs a call, and retries when the connection breaks: it must be safe to repeat.
   * @param withinMs silence for so long means that the server is away
   * @throws StoreUnavailable; errors that the server replied
   */
  ask<T>(question: (client: EventStoreDBClient) => Promise<T>, withinMs: number): Promise<T>
  client(): EventStoreDBClient
  broke(client: EventStoreDBClient): void
  /** Calls `end` when the client is replaced, until the signal aborts. */
  whenGivenUp(client: EventStoreDBClient, end: () => void, signal: AbortSignal): void
  /** Resolves when the server is not known to be away, or the signal aborts. */
  there(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** How long a broken connection is retried; a restarting server takes longer and counts as away. */
const BREAKS_MS = 400
const PROBE_MS = 1500
const LONGEST_PAUSE_MS = 2000

/** @throws Error for an invalid connection string */
export function openLink({ connectionString, onAway, onBack }: LinkOptions): Link {
  const url = readEsdbUrl(connectionString)
  let connections = 0
  let client = connect()
  let away: StoreUnavailable | undefined
  const closing = new AbortController()
  let closed: Promise<void> | undefined
  const calls = new Set<Promise<unknown>>()
  const waiting = new Set<() => void>()
  let ends = new Set<() => void>()

  /** Channels to one address with equal settings share one connection, so each client gets a setting of its own. */
  function connect(): EventStoreDBClient {
    const settings = url.connectionString(url.keepAliveTimeoutMs + (connections++ % 1000))
    const connected = EventStoreDBClient.connectionString(settings)
    // Batch appends are disabled: all clients of the process share their table of replies, any broken stream empties
    // it, a later reply then throws from an event handler, and they have no deadline.
    Object.defineProperty(connected, 'supports', { value: async () => false })
    return connected
  }

  function replace(broken: EventStoreDBClient): void {
    if (broken !== client) return
    client = connect()
    const begun = ends
    ends = new Set()
    for (const end of begun) end()
    void disconnect(broken)
  }

  function markAway(error: unknown): StoreUnavailable {
    // Only the text: the client's errors carry stacks and settings without further information.
    const why = (error instanceof Error ? error.message : String(error)).replace(/ Resolution note:.*$/s, '')
    const unavailable = new StoreUnavailable(`the event store at ${url.shown} cannot be reached: ${why}`)
    if (away === undefined && !closing.signal.aborted) {
      away = unavailable
      onAway(unavailable)
      void probe()
    }
    return unavailable
  }

  async function probe(): Promise<void> {
    for (let attempt = 0; away !== undefined && !closing.signal.aborted; attempt++) {
      await pause(backoff(attempt))
      const probing = client
      try {
        await gather(probing.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }), PROBE_MS)
        away = undefined
        onBack()
      } catch (error) {
        if (meaningOf(error) === 'refused') away = undefined
        else replace(probing)
      }
    }
    wakeAll()
  }

  function wakeAll(): void {
    for (const wake of waiting) wake()
  }

  async function ask<T>(question: (client: EventStoreDBClient) => Promise<T>, withinMs: number): Promise<T> {
    const begin = performance.now()
    for (let attempt = 0; ; attempt++) {
      if (away) throw new StoreUnavailable(away.message)
      const asking = client
      try {
        return await bounded(question(asking), withinMs - (performance.now() - begin))
      } catch (error) {
        const meaning = meaningOf(error)
        if (meaning !== 'away' && meaning !== 'elsewhere') throw error
        if (meaning === 'away') replace(asking)
        const passed = performance.now() - begin
        if (error instanceof EsdbTimeout || passed > Math.min(BREAKS_MS, withinMs)) throw markAway(error)
        await pause(backoff(attempt) / 2)
      }
    }
  }

  async function end(): Promise<void> {
    closing.abort()
    await Promise.allSettled(calls)
    wakeAll()
    await disconnect(client)
  }

  return {
    async ask(question, withinMs) {
      if (closing.signal.aborted) throw new StoreUnavailable('the event store is closed')
      const answer = ask(question, withinMs)
      calls.add(answer)
      try {
        return await answer
      } finally {
        calls.delete(answer)
      }
    },
    client: () => client,
    broke: replace,
    whenGivenUp(of, end, signal) {
      if (of !== client) return end()
      const those = ends
      those.add(end)
      signal.addEventListener('abort', () => those.delete(end))
    },
    there: (signal) =>
      new Promise((resolve) => {
        const wake = () => {
          if (away !== undefined && !closing.signal.aborted && !signal.aborted) return
          waiting.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        waiting.add(wake)
        signal.addEventListener('abort', wake)
        wake()
      }),
    close: () => (closed ??= end()),
  }
}

/** @throws EsdbTimeout when it takes longer; the call itself goes on */
async function bounded<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EsdbTimeout(ms)), Math.max(ms, 0))
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
    answer.catch(() => undefined)
  }
}

/** 25 to 50 ms, doubled up to two seconds, with jitter, so that many waiters do not return at once. */
export function backoff(attempt: number): number {
  return Math.min(50 * 2 ** attempt, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** The client never closes its channel itself. Calls under way go on: cancelled, they would pass for complete. */
async function disconnect(client: EventStoreDBClient): Promise<void> {
  const inner = client as unknown as { getChannel(): Promise<{ close(): void }> }
  await bounded(inner.getChannel(), 100).then(
    (channel) => channel.close(),
    () => undefined,
  )
}
