// All kinds of records. The history, the read models of their ids and the device go through this list.

import { activityKind } from '#core/itinerary/activity.ts'
import { contributionKind, expenseKind, paymentKind } from '#core/money/events.ts'

export const recordKinds = [activityKind, expenseKind, contributionKind, paymentKind] as const

export type AnyRecordKind = (typeof recordKinds)[number]
export type RecordKindName = AnyRecordKind['name']
type Types = NonNullable<AnyRecordKind['types']>
export type RecordEvent = Types['event']
export type RecordContent = Types['content']

/** Null for an event of something else. */
export const kindOfEvent = (type: string): AnyRecordKind | null =>
  recordKinds.find(({ events }) => Object.values<string>(events).includes(type)) ?? null
