// The change feed of an open trip: server-sent events with the changes after a position. A broken stream is opened again
// at the last position, so no change is missed.

import { createParser } from 'eventsource-parser'
import type { TripEvents } from '#core/trips/contract.ts'
import { createBackoff } from '#web/platform/http/backoff.ts'
import type { Timers } from '#web/platform/time/timers.ts'

export interface ChangeFeedPorts {
  /** Rejects without a response. @param after the last known position */
  open(
    after: string,
    signal: AbortSignal,
  ): Promise<{ status: number; body: ReadableStream<Uint8Array> | null }>
  timers: Timers
  /** From 0 to 1. */
  random(): number
  /** The server has sent something: up to now nothing is missing. */
  onAlive(): void
  onChange(change: TripEvents['change']): void
  /** Changes may have been missed: everything must be fetched again. @param position where the feed goes on */
  onResync(position: string): void
  /** The stream has ended: changes may be missed until the next `onAlive`. */
  onDisconnect(): void
  /** The stream was refused. Resolves to whether the server did that: a proxy in its place may refuse anything. */
  isRefused(): Promise<boolean>
  /** The server says that this person may not follow the trip any more. */
  onRevoked(): void
}

export interface ChangeFeed {
  /** The network may be back. */
  wake(): void
  close(): void
}

/** The server sends something at least every 20 s. */
const SILENT_MS = 45_000

/** @param after the position of the queries on the screen */
export function openChangeFeed(after: string, ports: ChangeFeedPorts): ChangeFeed {
  const { open, timers, onAlive, onChange, onDisconnect, onResync, onRevoked } = ports
  let last = after
  let isClosed = false
  let attempt = new AbortController()
  let cancelSilence = (): void => undefined
  const retries = createBackoff(ports, () => void follow())

  function received(own: AbortController): void {
    cancelSilence()
    cancelSilence = timers.after(SILENT_MS, () => own.abort())
  }

  function close(): void {
    isClosed = true
    cancelSilence()
    retries.close()
    attempt.abort()
  }

  async function follow(): Promise<void> {
    const own = (attempt = new AbortController())
    received(own)
    // A read may hang for ever, so an abort also ends the wait for it.
    const aborted = new Promise<never>((_, reject) => {
      own.signal.addEventListener('abort', () => reject(own.signal.reason as Error))
    })
    aborted.catch(() => undefined)
    try {
      const { status, body } = await Promise.race([open(last, own.signal), aborted])
      if ([401, 403, 404].includes(status) && (await ports.isRefused())) return close()
      if (status === 200 && body) await read(body.getReader(), own, aborted)
    } catch {
      // The retry follows below.
    }
    cancelSilence()
    if (isClosed || own !== attempt) return
    onDisconnect()
    retries.retryLater()
  }

  async function read(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    own: AbortController,
    aborted: Promise<never>,
  ): Promise<void> {
    const decoder = new TextDecoder()
    const parser = createParser({
      // The server sends a comment at once; a captive portal does not.
      onComment() {
        retries.reset()
        onAlive()
      },
      onEvent({ event, id, data }) {
        if (isClosed) return
        retries.reset()
        if (id) last = id
        if (event === 'change') onChange(JSON.parse(data) as TripEvents['change'])
        else if (event === 'resync') onResync(last)
        else if (event === 'revoked') {
          close()
          onDisconnect()
          onRevoked()
        }
      },
    })
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), aborted])
      if (done || isClosed) return
      received(own)
      parser.feed(decoder.decode(value, { stream: true }))
    }
  }

  void follow()
  return { wake: retries.wake, close }
}
