// The read models of a trip's records: for each kind a list, in the order the records were added.

import type { RecordedEvent } from '#core/kernel/decider.ts'
import { activityKind, itineraryUpcasts } from '#core/itinerary/activity.ts'
import {
  type ImportEvent,
  contributionKind,
  expenseKind,
  moneyUpcasts,
  paymentKind,
} from '#core/money/events.ts'
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

/** @param isImported whether an import adds and takes away such records, too */
export function recordList<Of extends KindTypes>(
  kind: RecordKind<Of>,
  version: number,
  isImported = false,
): Projection<Chunks<Of['record']>> {
  type List = Chunks<Of['record']>
  const { added, changed, removed, restored } = kind.events
  const append = (list: List, event: RecordedEvent): List => appendItem(list, recordedIn(kind, event))
  const remove = (list: List, { id }: { id: string }): List => updateItem(list, id, () => null)
  const importedIn = ({ data }: RecordedEvent) =>
    ((data as ImportEvent['data']).import as unknown as Partial<Record<string, Of['content'][]>>)[
      kind.list
    ] ?? []
  return {
    ...{ name: kind.list, version, list: 'chunks' },
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
      ...(isImported && {
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

// A record is what the event holds: each upcast of it changes the records.
export const activities = recordList(activityKind, 3 + itineraryUpcasts.ActivityAdded.length)
export const expenses = recordList(expenseKind, 3 + moneyUpcasts.ExpenseAdded.length, true)
export const contributions = recordList(contributionKind, 4, true)
export const payments = recordList(paymentKind, 4, true)
