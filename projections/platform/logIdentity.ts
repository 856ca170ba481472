// Documents belong to one log. Where the log was moved to another store or begun anew, those that are left from the
// other are not shown as this one's; a log is known again by its first event.

import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import { START } from '#core/store/eventStore.ts'
import type { DocumentWrite } from '#projections/platform/readStore.ts'
import { projection } from '#projections/platform/projection.ts'
import { ALL } from '#projections/platform/batchFold.ts'

export const logIdentity = projection<string, never>({
  name: 'knownLog',
  version: 1,
  key: () => null,
  empty: () => '',
  on: {},
})

/** @param known what `knownLog` says; null where nothing was read of any log yet */
export async function isSameLog(store: EventStore, known: unknown, signal: AbortSignal): Promise<boolean> {
  if (known === null) return true
  if ((await store.head()) === START) return false
  for await (const [first] of store.subscribe({ after: START, signal, batch: 1 }))
    return nameOf(first!) === known
  return true
}

/** To be written with the first events. */
export function recordLogIdentity(first: StoredEvent): DocumentWrite {
  return { projection: logIdentity, key: ALL, doc: nameOf(first) }
}

const nameOf = ({ position, meta }: StoredEvent): string => `${position} ${meta.at} ${meta.key}`
