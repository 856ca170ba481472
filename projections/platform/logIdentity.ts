// Documents belong to one log, identified by its first event: after a move to another store, or a new log, old
// documents must not be shown.

import { START, type EventStore, type StoredEvent } from '#core/store/eventStore.ts'
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

/** @param identity the stored document; null when no log was read yet */
export async function isSameLog(store: EventStore, identity: unknown, signal: AbortSignal): Promise<boolean> {
  if (identity === null) return true
  if ((await store.head()) === START) return false
  for await (const [first] of store.subscribe({ after: START, signal, batch: 1 }))
    return identityOf(first!) === identity
  return true
}

/** Written with the first events. */
export function recordLogIdentity(first: StoredEvent): DocumentWrite {
  return { projection: logIdentity, key: ALL, doc: identityOf(first) }
}

const identityOf = ({ position, meta }: StoredEvent): string => `${position} ${meta.at} ${meta.key}`
