// All kinds of records. The history, the read models of their ids and the device go through this list.

import { activityKind } from '#core/itinerary/activity.ts'
import type { Upcasts } from '#core/kernel/decider.ts'
import { type ImportEvent, contributionKind, expenseKind, paymentKind } from '#core/money/events.ts'
import { type RecordRole, upcastsOf } from '#core/records/recordKind.ts'

export const recordKinds = [activityKind, expenseKind, contributionKind, paymentKind] as const

export type AnyRecordKind = (typeof recordKinds)[number]
export type RecordKindName = AnyRecordKind['name']
type Types = NonNullable<AnyRecordKind['types']>
export type RecordEvent = Types['event']
export type RecordContent = Types['content']

/** A table with a row for each type of event of all kinds. */
export const byRecordEvent = <Row>(rowOf: (kind: AnyRecordKind, role: RecordRole) => Row) =>
  Object.fromEntries(
    recordKinds.flatMap((kind) =>
      Object.entries(kind.events).map(([role, type]) => [type, rowOf(kind, role as RecordRole)]),
    ),
  ) as Record<RecordEvent['type'], Row>

/** Of what the streams of itineraries and of money hold: the events of all kinds, and imports. */
export const recordUpcasts = {
  ...byRecordEvent(upcastsOf),
  ImportApplied: [],
  ImportUndone: [],
} satisfies Record<RecordEvent['type'] | ImportEvent['type'], Upcasts[string]>

/** Undefined for an event of something else. */
export const kindOfEvent = (type: string): AnyRecordKind | undefined =>
  recordKinds.find(({ events }) => Object.values<string>(events).includes(type))
