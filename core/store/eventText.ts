// Stores events as JSON text, so that reading always gives a new copy and nobody changes the log by changing an event.

import { LogDamaged, type NewEvent, type StoredEvent } from '#core/store/eventStore.ts'
import { formatPosition } from '#core/store/position.ts'

export interface EventText {
  type: string
  data: string
  meta: string
}

export interface StoredText extends EventText {
  stream: string
  revision: number
  /** Number of the event in the log, from 1. */
  eventNumber: number
}

/** @throws TypeError for no events, for data that is not JSON, and for keeping less than one event */
export function toText(events: readonly NewEvent[], keep = 1): EventText[] {
  if (events.length === 0) throw new TypeError('an append needs at least one event')
  if (!(keep >= 1)) throw new TypeError(`a stream keeps at least one event, not ${keep}`)
  return events.map(({ type, data, meta }) => ({ type, data: json(data), meta: json(meta) }))
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
