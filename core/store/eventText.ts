// Stores events as JSON text, so that reading always gives a new copy and nobody changes the log by changing an event.

import { MAX_APPEND_BYTES, utf8Bytes } from '#core/kernel/appendSize.ts'
import {
  AppendTooLarge,
  LogDamaged,
  type EventText,
  type NewEvent,
  type StoredEvent,
} from '#core/store/eventStore.ts'
import { formatPosition } from '#core/store/position.ts'

export interface StoredText extends EventText {
  stream: string
  revision: number
  /** Number of the event in the log, from 1. */
  eventNumber: number
}

/** @throws AppendTooLarge; TypeError for no events, for data that is not JSON, and for keeping less than one event */
export function toText(stream: string, events: readonly NewEvent[], keep = 1): EventText[] {
  if (events.length === 0) throw new TypeError('an append needs at least one event')
  if (!(keep >= 1)) throw new TypeError(`a stream keeps at least one event, not ${keep}`)
  const texts = events.map(textOf)
  const bytes = sizeOf(texts)
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes)
  return texts
}

/** What `MAX_APPEND_BYTES` limits. @throws TypeError for data that is not JSON */
export const bytesOf = (events: readonly NewEvent[]): number => sizeOf(events.map(textOf))

/** @throws TypeError for data that is not JSON */
export const textOf = ({ type, data, meta, text }: NewEvent): EventText =>
  text ?? { type, data: json(data), meta: json(meta) }

function sizeOf(texts: readonly EventText[]): number {
  return texts.reduce(
    (sum, { type, data, meta }) => sum + utf8Bytes(data) + utf8Bytes(meta) + 2 * type.length,
    0,
  )
}

/** @throws LogDamaged when the text is not JSON */
export function fromText({ stream, revision, eventNumber, type, data, meta }: StoredText): StoredEvent {
  const position = formatPosition(eventNumber)
  try {
    return { stream, revision, position, type, data: JSON.parse(data), meta: JSON.parse(meta) }
  } catch (cause) {
    throw new LogDamaged(`${stream} revision ${revision} (position ${eventNumber}) is not JSON`, { cause })
  }
}

function json(value: unknown): string {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) throw new TypeError(`an event holds JSON, not ${typeof value}`)
  return text
}
