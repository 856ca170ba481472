// What others change in a trip while it is open: a stream of server-sent events (decisions §7) that is opened again
// wherever it broke off, so that nothing is missed. It says that something changed; the documents are read again.

import { createParser } from 'eventsource-parser'
import { createRetries } from '#web/platform/retries.ts'
import type { Timers } from '#web/platform/timers.ts'

export interface ChangeFeedPorts {
  /** @param after the position from which on changes are wanted; rejects where nothing answers */
  open(
    after: string,
    signal: AbortSignal,
  ): Promise<{ status: number; body: ReadableStream<Uint8Array> | null }>
  timers: Timers
  /** From 0 to 1. */
  random(): number
  /** Something changed, and can be read at this position. */
  onChange(position: string): void
  /** Changes may have been missed: all is to be read again. */
  onResync(): void
  /** This person is not to hear of it, or not any more. */
  onEnd(): void
}

export interface ChangeFeed {
  /** The network may be back. */
  wake(): void
  close(): void
}

/** The server says something every 20 s at least. */
const SILENT_MS = 45_000

/** @param after the position of what is on the screen */
export function openChangeFeed(after: string, ports: ChangeFeedPorts): ChangeFeed {
  const { open, timers, onChange, onResync, onEnd } = ports
  let last = after
  let isClosed = false
  let attempt = new AbortController()
  let callOffSilence = (): void => undefined
  const retries = createRetries(ports, () => void follow())

  function heard(own: AbortController): void {
    callOffSilence()
    callOffSilence = timers.after(SILENT_MS, () => own.abort())
  }

  function close(): void {
    isClosed = true
    callOffSilence()
    retries.close()
    attempt.abort()
  }

  function end(): void {
    if (isClosed) return
    close()
    onEnd()
  }

  async function follow(): Promise<void> {
    const own = (attempt = new AbortController())
    heard(own)
    // What it waits for may hang for ever: its end is also the end of the waiting.
    const aborted = new Promise<never>((_, reject) => {
      own.signal.addEventListener('abort', () => reject(own.signal.reason as Error))
    })
    aborted.catch(() => undefined)
    try {
      const { status, body } = await Promise.race([open(last, own.signal), aborted])
      if ([401, 403, 404].includes(status)) return end()
      if (status === 200 && body) await read(body.getReader(), own, aborted)
    } catch {
      // It broke off; that is what trying again is for.
    }
    callOffSilence()
    if (isClosed || own !== attempt) return
    retries.later()
  }

  async function read(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    own: AbortController,
    aborted: Promise<never>,
  ): Promise<void> {
    const decoder = new TextDecoder()
    const parser = createParser({
      // Said at once by the server; a hotel's page that answers in its place says nothing of the kind.
      onComment: () => retries.reset(),
      onEvent({ event, id }) {
        if (isClosed) return
        retries.reset()
        if (id) last = id
        if (event === 'change') onChange(last)
        else if (event === 'resync') onResync()
        else if (event === 'revoked') end()
      },
    })
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), aborted])
      if (done || isClosed) return
      heard(own)
      parser.feed(decoder.decode(value, { stream: true }))
    }
  }

  void follow()
  return {
    wake: retries.wake,
    close,
  }
}
