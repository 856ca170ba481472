// The form of the test server's file: a line for each append, with the bytes of its events in Base64.

import { readFileSync } from 'node:fs'
import type { Recorded } from '#tests/support/eventStoreServer/log.ts'

type JsonEvent = Omit<Recorded, 'data' | 'metadata'> & { data: string; metadata: string }

export const toLine = (records: readonly Recorded[]): string => JSON.stringify(records.map(toJsonEvent))

export const fromLine = (line: string): Recorded[] => (JSON.parse(line) as JsonEvent[]).map(fromJsonEvent)

/** The events that the file contains, with their bytes as text: whoever has the file can read them. */
export function textsInFile(file: string): { stream: string; data: string; metadata: string }[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.flatMap(fromLine).map(({ stream, data, metadata }) => ({
    stream,
    data: Buffer.from(data).toString('utf8'),
    metadata: Buffer.from(metadata).toString('utf8'),
  }))
}

const toJsonEvent = (record: Recorded): JsonEvent => ({
  ...record,
  data: Buffer.from(record.data).toString('base64'),
  metadata: Buffer.from(record.metadata).toString('base64'),
})

const fromJsonEvent = (event: JsonEvent): Recorded => ({
  ...event,
  data: Buffer.from(event.data, 'base64'),
  metadata: Buffer.from(event.metadata, 'base64'),
})
