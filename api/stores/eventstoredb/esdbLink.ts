// The connection to EventStoreDB. The client's own recovery is not enough: its reads have no deadline, a dropped
// subscription stays dropped, and its channels share one connection with growing delays between attempts. So each call
// has a timeout here, a failed connection is replaced, and while the server is unavailable calls fail at once, except the probe
// that detects its return. One closure, because all of it shares the state of the connection.

import { BACKWARDS, END, EventStoreDBClient } from '@eventstore/db-client'
import { StoreUnavailable } from '#core/store/eventStore.ts'
import { meaningOf, EsdbTimeout } from '#api/stores/eventstoredb/esdbErrors.ts'
import { gather } from '#api/stores/eventstoredb/esdbGather.ts'
import { readEsdbUrl } from '#api/stores/eventstoredb/esdbUrl.ts'

export interface LinkOptions {
  connectionString: string
  /** The server cannot be reached; called once for each outage. */
  onOutage(error: StoreUnavailable): void
  onBack(): void
}

export interface Link {
  /**
   * Runs a call, and retries when the connection breaks: it must be safe to repeat.
   * @param timeoutMs after which the server counts as unavailable
   * @throws StoreUnavailable; errors that the server replied
   */
  run<T>(call: (client: EventStoreDBClient) => Promise<T>, timeoutMs: number): Promise<T>
  client(): EventStoreDBClient
  /**
   * Lets calls fail at once until the server replies again, as after a call without a reply.
   * @returns the error for the caller
   */
  markUnavailable(error: unknown): StoreUnavailable
  /** Replaces the client, unless that was done already. */
  reportBroken(client: EventStoreDBClient): void
  /** Calls `end` when the client is replaced, until the signal aborts. */
  onReplaced(client: EventStoreDBClient, end: () => void, signal: AbortSignal): void
  /** Resolves when no outage is detected, or the signal aborts. */
  whenReachable(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** How long calls are retried after the connection broke; then the server counts as unavailable. */
const RETRY_MS = 400
const MAX_BACKOFF_MS = 2000

/** @throws Error for an invalid connection string */
export function openLink({ connectionString, onOutage, onBack }: LinkOptions): Link {
  const url = readEsdbUrl(connectionString)
  let connections = 0
  let client = connect()
  let outage: StoreUnavailable | undefined
  const closing = new AbortController()
  let closed: Promise<void> | undefined
  const calls = new Set<Promise<unknown>>()
  const waiters = new Set<() => void>()
  let onReplacedListeners = new Set<() => void>()

  /** Channels to one address with equal settings share one connection, so each client gets a setting of its own. */
  function connect(): EventStoreDBClient {
    const settings = url.connectionString(url.keepAliveTimeoutMs + (connections++ % 1000))
    const connected = EventStoreDBClient.connectionString(settings)
    // Batch appends are disabled: all clients of the process share their table of replies, any broken stream empties
    // it, a later reply then throws from an event handler, and they have no deadline.
    Object.defineProperty(connected, 'supports', { value: async () => false })
    // It waits for the client's connection, and nobody waits for it: where a cluster has no leader, the connection fails
    // and the rejection would end the process. The calls that need the connection get the same error.
    const { handleError } = connected as unknown as ClientInternals
    Object.assign(connected, {
      handleError: (...of: unknown[]) => handleError(...of).catch(() => undefined),
    })
    return connected
  }

  function replace(broken: EventStoreDBClient): void {
    if (broken !== client) return
    client = connect()
    const listeners = onReplacedListeners
    onReplacedListeners = new Set()
    for (const end of listeners) end()
    void disconnect(broken)
  }

  function markUnavailable(error: unknown): StoreUnavailable {
    // Only the text: the client's errors carry stacks and settings without further information.
    const why = (error instanceof Error ? error.message : String(error)).replace(/ Resolution note:.*$/s, '')
    const unavailable = new StoreUnavailable(`the event store at ${url.shown} cannot be reached: ${why}`)
    if (outage === undefined && !closing.signal.aborted) {
      outage = unavailable
      onOutage(unavailable)
      void probe()
    }
    return unavailable
  }

  async function probe(): Promise<void> {
    let wasSilent = false
    let silentProbes = 0
    for (let attempt = 0; outage !== undefined && !closing.signal.aborted; attempt++) {
      await delay(probeDelay(attempt, wasSilent))
      const probing = client
      try {
        await gather(
          // A node of a cluster that has no leader replies to other reads.
          probing.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, requiresLeader: true }),
          probeTimeout(silentProbes),
        )
        outage = undefined
        onBack()
      } catch (error) {
        wasSilent = error instanceof EsdbTimeout
        if (wasSilent) silentProbes++
        if (meaningOf(error) === 'refused') outage = undefined
        else replace(probing)
      }
    }
    wakeAll()
  }

  function wakeAll(): void {
    for (const wake of waiters) wake()
  }

  async function runWithRetry<T>(
    call: (client: EventStoreDBClient) => Promise<T>,
    timeoutMs: number,
  ): Promise<T> {
    const begin = performance.now()
    for (let attempt = 0; ; attempt++) {
      if (outage) throw new StoreUnavailable(outage.message)
      const used = client
      try {
        return await withTimeout(call(used), timeoutMs - (performance.now() - begin))
      } catch (error) {
        const meaning = meaningOf(error)
        if (meaning !== 'unavailable' && meaning !== 'not leader') throw error
        if (meaning === 'unavailable') replace(used)
        const passed = performance.now() - begin
        if (error instanceof EsdbTimeout || passed > Math.min(RETRY_MS, timeoutMs))
          throw markUnavailable(error)
        await delay(backoff(attempt) / 2)
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
    async run(call, timeoutMs) {
      if (closing.signal.aborted) throw new StoreUnavailable('the event store is closed')
      const result = runWithRetry(call, timeoutMs)
      calls.add(result)
      try {
        return await result
      } finally {
        calls.delete(result)
      }
    },
    client: () => client,
    markUnavailable,
    reportBroken: replace,
    onReplaced(used, end, signal) {
      if (used !== client) return end()
      const listeners = onReplacedListeners
      listeners.add(end)
      signal.addEventListener('abort', () => listeners.delete(end))
    },
    whenReachable: (signal) =>
      new Promise((resolve) => {
        const wake = () => {
          if (outage !== undefined && !closing.signal.aborted && !signal.aborted) return
          waiters.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        waiters.add(wake)
        signal.addEventListener('abort', wake)
        wake()
      }),
    close: () => (closed ??= end()),
  }
}

/** @throws EsdbTimeout when the call takes longer; the call itself is not cancelled */
async function withTimeout<T>(result: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EsdbTimeout(ms)), Math.max(ms, 0))
  })
  try {
    return await Promise.race([result, timeout])
  } finally {
    clearTimeout(timer)
    result.catch(() => undefined)
  }
}

/** 25 to 50 ms, doubled up to two seconds, with jitter, so that many waiters do not return at once. */
export function backoff(attempt: number): number {
  return Math.min(50 * 2 ** attempt, MAX_BACKOFF_MS) * (0.5 + Math.random() / 2)
}

/** A probe without a reply has waited long enough itself: up to 0.4 s more. */
export function probeDelay(attempt: number, wasSilent: boolean): number {
  return backoff(wasSilent ? Math.min(attempt, 3) : attempt)
}

/**
 * ms. A new connection takes longer than 1.5 s on a machine that is far too busy: after half a minute of silence a probe
 * has more time, or none would ever get its reply.
 */
export function probeTimeout(silentProbes: number): number {
  return silentProbes < 15 ? 1500 : 6000
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

interface ClientInternals {
  getChannel(): Promise<{ close(): void }>
  handleError(...of: unknown[]): Promise<void>
}

/**
 * The client never closes its channel itself. Running calls are not cancelled: a cancelled read looks complete. A client
 * that still looks for a leader closes later what it finds.
 */
async function disconnect(client: EventStoreDBClient): Promise<void> {
  const closed = (client as unknown as ClientInternals).getChannel().then((channel) => channel.close())
  await withTimeout(closed, 100).catch(() => undefined)
}
