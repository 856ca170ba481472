// The way to EventStoreDB. The client's own recovery is not enough: its reads have no deadline at all, a dropped
// subscription stays dropped, and its channels share one connection with one growing pause between attempts. So each
// call is bounded here, a failed connection is replaced by a fresh one, and while the server is away calls fail at
// once, all but the one probe that looks whether it is back.

import { BACKWARDS, END, EventStoreDBClient } from '@eventstore/db-client'
import { StoreUnavailable } from '#core/store/eventStore.ts'
import { meaningOf, EsdbTimeout } from '#api/stores/esdbErrors.ts'
import { gather } from '#api/stores/esdbGather.ts'
import { readEsdbUrl } from '#api/stores/esdbUrl.ts'

export interface LinkOptions {
  connectionString: string
  /** The server cannot be reached; told once for each time. */
  onAway(error: StoreUnavailable): void
  onBack(): void
}

export interface Link {
  /**
   * Asks, and asks again where the connection broke under the question: it must be safe to repeat.
   * @param withinMs silence for so long means that the server is away
   * @throws StoreUnavailable; what the server answered, as it is
   */
  ask<T>(question: (client: EventStoreDBClient) => Promise<T>, withinMs: number): Promise<T>
  client(): EventStoreDBClient
  /** Something that was begun on this client broke. */
  broke(client: EventStoreDBClient): void
  /** Calls `end` when the client is given up, as long as the signal does not abort. */
  whenGivenUp(client: EventStoreDBClient, end: () => void, signal: AbortSignal): void
  /** Resolves when the server is not known to be away, or the signal aborts. */
  there(signal: AbortSignal): Promise<void>
  /** Answers what is asked already, then lets go. */
  close(): Promise<void>
}

/** A connection that breaks is tried again for so long; a server that restarts takes longer and is away. */
const BREAKS_MS = 400
const PROBE_MS = 1500
const LONGEST_PAUSE_MS = 2000

/** @throws Error for a connection string that cannot be meant */
export function openLink({ connectionString, onAway, onBack }: LinkOptions): Link {
  const url = readEsdbUrl(connectionString)
  let made = 0
  let client = connect()
  let away: StoreUnavailable | undefined
  const closing = new AbortController()
  let closed: Promise<void> | undefined
  const asked = new Set<Promise<unknown>>()
  const waiting = new Set<() => void>()
  let ends = new Set<() => void>()

  /** Channels to one place with the same settings share one connection, so that each has a setting of its own. */
  function connect(): EventStoreDBClient {
    const settings = url.connectionString(url.keepAliveTimeoutMs + (made++ % 1000))
    const connected = EventStoreDBClient.connectionString(settings)
    // A batch append shares its table of answers with every client of the process, empties it when any stream breaks,
    // throws from an event handler when an answer comes after that, and has no deadline: so it is not to be used.
    Object.defineProperty(connected, 'supports', { value: async () => false })
    return connected
  }

  function replace(broken: EventStoreDBClient): void {
    if (broken !== client) return
    client = connect()
    const begun = ends
    ends = new Set()
    for (const end of begun) end()
    void letGo(broken)
  }

  function goAway(error: unknown): StoreUnavailable {
    // The text alone: the client's errors carry stacks and settings that say nothing more.
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
        if (error instanceof EsdbTimeout || passed > Math.min(BREAKS_MS, withinMs)) throw goAway(error)
        await pause(backoff(attempt) / 2)
      }
    }
  }

  async function end(): Promise<void> {
    closing.abort()
    await Promise.allSettled(asked)
    wakeAll()
    await letGo(client)
  }

  return {
    async ask(question, withinMs) {
      if (closing.signal.aborted) throw new StoreUnavailable('the event store is closed')
      const answer = ask(question, withinMs)
      asked.add(answer)
      try {
        return await answer
      } finally {
        asked.delete(answer)
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

/** @throws Silence when it takes longer; what it was waiting for goes on unheard */
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

/** 25 to 50 ms, twice that, and so on up to two seconds: with jitter, so that many who wait do not come at once. */
export function backoff(attempt: number): number {
  return Math.min(50 * 2 ** attempt, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** The client closes its channel nowhere. What is under way goes on: cancelled, it would pass for complete. */
async function letGo(client: EventStoreDBClient): Promise<void> {
  const inner = client as unknown as { getChannel(): Promise<{ close(): void }> }
  await bounded(inner.getChannel(), 100).then(
    (channel) => channel.close(),
    () => undefined,
  )
}
