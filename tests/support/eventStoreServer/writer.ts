// Appends reach the disk before anybody can read them: the appends of one turn of the event loop are one write and one
// sync. A line holds one whole append, so a torn last line is an append that was never acknowledged.

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import type { Appended, Expected, Log, Proposed, Recorded } from '#tests/support/eventStoreServer/log.ts'

export interface Writer {
  /** Resolves when the events are durable. */
  append(stream: string, expected: Expected, events: readonly Proposed[]): Promise<Appended>
  close(): void
}

/** @param onWritten called when new events can be read */
export function createWriter(log: Log, onWritten: () => void, file?: string): Writer {
  const handle = file === undefined ? undefined : open(log, file)
  let waiting: (() => { line: string | undefined; answer(): void })[] = []

  function flush(): void {
    const taken = waiting.map((take) => take())
    waiting = []
    const text = taken.map(({ line }) => (line === undefined ? '' : `${line}\n`)).join('')
    if (handle !== undefined && text !== '') {
      writeSync(handle, text)
      fsyncSync(handle)
    }
    onWritten()
    for (const { answer } of taken) answer()
  }

  return {
    append(stream, expected, events) {
      if (waiting.length === 0) setImmediate(flush)
      return new Promise((resolve) => {
        waiting.push(() => {
          const { records, ...appended } = log.take(stream, expected, events)
          const line = records && handle !== undefined ? JSON.stringify(records.map(toPlain)) : undefined
          return { line, answer: () => resolve(appended) }
        })
      })
    },
    close() {
      if (handle !== undefined) closeSync(handle)
    },
  }
}

function open(log: Log, file: string): number {
  if (existsSync(file)) {
    const text = readFileSync(file, 'utf8')
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole))
    for (const line of whole.split('\n'))
      if (line !== '') log.restore((JSON.parse(line) as Plain[]).map(fromPlain))
  }
  return openSync(file, 'a')
}

type Plain = Omit<Recorded, 'data' | 'metadata'> & { data: string; metadata: string }

const toPlain = (record: Recorded): Plain => ({
  ...record,
  data: Buffer.from(record.data).toString('base64'),
  metadata: Buffer.from(record.metadata).toString('base64'),
})
const fromPlain = (plain: Plain): Recorded => ({
  ...plain,
  data: Buffer.from(plain.data, 'base64'),
  metadata: Buffer.from(plain.metadata, 'base64'),
})
