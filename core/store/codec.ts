// Between the log and the deciders: an old event is lifted to today's schema here and nowhere else.

import type { DomainEvent, RecordedEvent } from '#core/kernel/decider.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'

/** Lifts the data of one schema version to the next. Pure. */
export type Upcast = (data: never) => unknown

/** For each event type its upcasts in order: from version 1 to 2, from 2 to 3 … None means version 1. */
export type Upcasts = Readonly<Record<string, readonly Upcast[]>>

export interface Codec {
  /** The schema version an event of this type is written with today. */
  version(type: string): number
  decode<E extends DomainEvent>(event: StoredEvent): RecordedEvent<E>
}

/** @throws Error when two features call an event the same: a bug. */
export function createCodec(...rosters: Upcasts[]): Codec {
  const upcasts = new Map<string, readonly Upcast[]>()
  for (const roster of rosters)
    for (const [type, steps] of Object.entries(roster)) {
      if (upcasts.has(type)) throw new Error(`Two features call an event ${type}`)
      upcasts.set(type, steps)
    }
  return {
    version(type) {
      const steps = upcasts.get(type)
      if (!steps) throw new Error(`No feature knows an event ${type}`)
      return steps.length + 1
    },
    decode<E extends DomainEvent>(event: StoredEvent): RecordedEvent<E> {
      const steps = upcasts.get(event.type)?.slice(event.meta.v - 1) ?? []
      if (steps.length === 0) return event
      const data = steps.reduce<unknown>((old, lift) => lift(old as never), event.data)
      return { ...event, data }
    },
  }
}
