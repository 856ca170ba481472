// The read models of a trip's records: for each kind a list, in the order the records were added.

import type { RecordedEvent } from '#core/kernel/decider.ts'
import type { ImportEvent } from '#core/money/events.ts'
import { type AnyRecordKind, recordKinds } from '#core/recordKinds.ts'
import {
  type KindTypes,
  type RecordKind,
  changedIn,
  contentIn,
  recordedIn,
} from '#core/records/recordKind.ts'
import { appendItem, type Chunks, updateItem } from '#projections/platform/chunks.ts'
import { idIn, type Projection } from '#projections/platform/projection.ts'
import { onTripErasure } from '#projections/platform/tripErasure.ts'

export function recordList<Of extends KindTypes>(kind: RecordKind<Of>): Projection<Chunks<Of['record']>> {
  type List = Chunks<Of['record']>
  const { added, changed, removed, restored } = kind.events
  const append = (list: List, event: RecordedEvent): List => appendItem(list, recordedIn(kind, event))
  const remove = (list: List, { id }: { id: string }): List => updateItem(list, id, () => null)
  const importedIn = ({ data }: RecordedEvent) =>
    ((data as ImportEvent['data']).import as unknown as Partial<Record<string, Of['content'][]>>)[
      kind.list
    ] ?? []
  return {
    // A record is what the event holds: each step of an upcast changes the records.
    ...{ name: kind.list, version: kind.listVersion + kind.lift.length, list: 'chunks' },
    keys: ({ stream }) => [idIn(stream)],
    empty: () => [],
    on: {
      [added]: append,
      [restored]: append,
      [removed]: (list: List, { data }: RecordedEvent) => remove(list, contentIn(kind, data)),
      ...(changed !== undefined && {
        [changed]: (list: List, event: RecordedEvent) =>
          updateItem(list, contentIn(kind, event.data).id, (record) => changedIn(kind, record, event)),
      }),
      ...(kind.isImported && {
        ImportApplied: (list: List, event: RecordedEvent) =>
          importedIn(event).reduce<List>(
            (into, content) => appendItem(into, recordedIn(kind, event, content)),
            list,
          ),
        ImportUndone: (list: List, event: RecordedEvent) => importedIn(event).reduce(remove, list),
      }),
      ...onTripErasure,
    },
  }
}

/** The documents of each kind. */
export type RecordDocuments = {
  [Kind in AnyRecordKind as Kind['list']]: Chunks<NonNullable<Kind['types']>['record']>
}

/** By their names. */
export const recordLists = Object.fromEntries(
  recordKinds.map((kind) => [kind.list, recordList(kind as RecordKind<never>)]),
) as unknown as { readonly [Name in keyof RecordDocuments]: Projection<RecordDocuments[Name]> }
