// Converts events to and from EventStoreDB: data and meta as JSON, ids that make a repeated append recognizable, and
// positions.

import {
  type EventData,
  type JSONType,
  type Position,
  type RecordedEvent,
  jsonEvent,
} from '@eventstore/db-client'
import type { EventMetadata } from '#core/kernel/decider.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { START, type EventText, type StoredEvent } from '#core/store/eventStore.ts'
import { sha256 } from '#api/platform/sha256.ts'

/** Digits of the largest 64-bit position. */
const WIDTH = 20

/**
 * The id is derived from actor, key and the event's content, so that the server recognizes an append whose reply was
 * lost, and never takes another node's events under the same key for these: those have another time, and the next
 * event's `prev` would be a hash that does not exist.
 */
export function toProposal(
  stream: string,
  revision: number,
  text: EventText,
  meta: EventMetadata,
): EventData {
  const content = sha256(JSON.stringify([stream, revision, text.type, text.data, text.meta]))
  return jsonEvent({
    id: idFrom(meta.actor, `${meta.key} ${content}`, sha256),
    type: text.type,
    data: JSON.parse(text.data) as JSONType,
    metadata: Buffer.from(text.meta),
  })
}

export function toStored(event: RecordedEvent, prefix: string): StoredEvent {
  return {
    stream: event.streamId.slice(prefix.length),
    revision: Number(event.revision),
    position: positionOf(event),
    type: event.type,
    data: event.data,
    meta: event.metadata as unknown as EventMetadata,
  }
}

/** Whether this product wrote the event; the database may be shared. */
export function isOurs(event: RecordedEvent, prefix: string): boolean {
  const meta = event.metadata as Partial<EventMetadata> | undefined
  return (
    event.isJson &&
    !event.streamId.startsWith('$') &&
    event.streamId.startsWith(prefix) &&
    typeof meta?.v === 'number' &&
    typeof meta.key === 'string'
  )
}

/**
 * Commit and prepare position are equal for all events written over gRPC.
 * @throws Error when the server is too old to send it
 */
export function positionOf({ position }: RecordedEvent): string {
  if (position === undefined || position.commit >= 2n ** 63n)
    throw new Error(
      'This EventStoreDB returns no positions in the reads of a stream: 22.10 or later is needed',
    )
  return toEsdbPosition(position.commit)
}

export function toEsdbPosition(commit: bigint): string {
  return String(commit).padStart(WIDTH, '0')
}

/** Where a subscription resumes. @throws RangeError for a position of another kind of store */
export function fromPosition(position: string): Position | 'start' {
  if (position === START) return 'start'
  if (position.length !== WIDTH || !/^\d+$/.test(position)) throw new RangeError(`no position: ${position}`)
  return { commit: BigInt(position), prepare: BigInt(position) }
}
