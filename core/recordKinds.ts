// All kinds of records. The history, the read models of their ids and the device go through this list.

import { activityKind } from '#core/itinerary/activity.ts'
import { contributionKind, expenseKind, paymentKind } from '#core/money/events.ts'

export const recordKinds = [activityKind, expenseKind, contributionKind, paymentKind] as const
export type RecordKindName = (typeof recordKinds)[number]['name']
