// Writes the appends of the test server to the log and its file. All appends of one turn of the event loop share one
// write and one sync, after which they can be read. A line of the file holds one append, so an incomplete last line is
// an append without a response.

import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { fromLine, toLine } from '#tests/support/eventStoreServer/file.ts'
import type { AppendResult, ExpectedRevision, Log, Proposed } from '#tests/support/eventStoreServer/log.ts'

export interface Writer {
  /** Resolves when the events are durable. */
  append(stream: string, expected: ExpectedRevision, events: readonly Proposed[]): Promise<AppendResult>
  /** Frees the hidden events, also in the file. */
  scavenge(): void
  close(): void
}

/** @param onWritten called with the newest position when new events are durable; resolves when they can be read */
export function createWriter(
  log: Log,
  onWritten: (position: number) => Promise<void>,
  file?: string,
): Writer {
  let handle = file === undefined ? undefined : open(log, file)
  /**
   * Each adds its events to the log, and returns their line for the file and what responds: a refusal after the sync, a
   * success when the events can be read.
   */
  let pendingAppends: (() => { line: string | undefined; isRefused: boolean; respond(): void })[] = []

  function flush(): void {
    const appends = pendingAppends.map((addToLog) => addToLog())
    pendingAppends = []
    const text = appends.map(({ line }) => (line === undefined ? '' : `${line}\n`)).join('')
    if (handle !== undefined && text !== '') {
      writeSync(handle, text)
      fsyncSync(handle)
    }
    const readable = onWritten(log.all.at(-1)?.position ?? -1)
    for (const { isRefused, respond } of appends)
      if (isRefused) respond()
      else void readable.then(respond)
  }

  return {
    append(stream, expected, events) {
      if (pendingAppends.length === 0) setImmediate(flush)
      return new Promise((resolve) => {
        pendingAppends.push(() => {
          const { records, ...result } = log.append(stream, expected, events)
          const line = records && handle !== undefined ? toLine(records) : undefined
          return { line, isRefused: 'current' in result, respond: () => resolve(result) }
        })
      })
    },
    scavenge() {
      log.scavenge()
      if (file === undefined || handle === undefined) return
      closeSync(handle)
      writeFileSync(`${file}.scavenged`, log.all.map((record) => `${toLine([record])}\n`).join(''), {
        flush: true,
      })
      renameSync(`${file}.scavenged`, file)
      handle = openSync(file, 'a')
    },
    close() {
      if (handle !== undefined) closeSync(handle)
    },
  }
}

function open(log: Log, file: string): number {
  if (existsSync(file)) {
    const text = readFileSync(file, 'utf8')
    const complete = text.slice(0, text.lastIndexOf('\n') + 1)
    if (complete.length < text.length) truncateSync(file, Buffer.byteLength(complete))
    for (const line of complete.split('\n')) if (line !== '') log.restore(fromLine(line))
  }
  return openSync(file, 'a')
}
