// Decodes events of the log: lifts an old schema version to the current one, here and nowhere else.

import type { DomainEvent, RecordedEvent, Upcast, Upcasts } from '#core/kernel/decider.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'

/** The last event of an erased stream (eraseStream.ts). It has no content, and no feature has it. */
export const STREAM_ERASED = 'StreamErased'

/** Repairs the hash chain of its stream (`npm run repair`). It changes no state, and no feature has it. */
export const CHAIN_RELINKED = 'ChainRelinked'

export type ChainRelinked = DomainEvent<
  typeof CHAIN_RELINKED,
  {
    /** The events that do not follow the one before them, each with the hash of that one. */
    links: { revision: number; prev: string }[]
  }
>

/** The events that any stream may have. */
export const storeUpcasts = { [STREAM_ERASED]: [], [CHAIN_RELINKED]: [] } satisfies Upcasts

export interface Codec {
  /** The schema version that events of this type are written with. */
  version(type: string): number
  decode<E extends DomainEvent>(event: StoredEvent): RecordedEvent<E>
}

/** @throws Error when two features have an event of the same name */
export function createCodec(...upcastTables: Upcasts[]): Codec {
  const upcasts = new Map<string, readonly Upcast[]>()
  for (const table of [storeUpcasts, ...upcastTables])
    for (const [type, steps] of Object.entries(table)) {
      if (upcasts.has(type)) throw new Error(`Two features have an event ${type}`)
      upcasts.set(type, steps)
    }
  return {
    version(type) {
      const steps = upcasts.get(type)
      if (!steps) throw new Error(`No feature has an event ${type}`)
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
