// The rules of an itinerary. Permissions were checked before; the trip's dates say which days exist.

import { type Refusal, type Decision, type Decider, refuse } from '#core/kernel/decider.ts'
import { attached } from '#core/kernel/files.ts'
import { invalid } from '#core/kernel/refusals.ts'
import {
  type Activity,
  type ActivityTypes,
  type ActivityEvent,
  type TripDays,
  activityKind,
  isOutside,
} from '#core/itinerary/activity.ts'
import {
  type ActivityChanges,
  type ActivityEntry,
  END_BEFORE_START,
  isInOrder,
  itineraryLimits,
  OUTSIDE_THE_TRIP,
} from '#core/itinerary/contract.ts'
import { type RecordState, evolveRecords } from '#core/records/recordKind.ts'
import {
  type WithGoneFiles,
  addRecord,
  changeRecord,
  removeRecord,
  restoreRecord,
} from '#core/records/rules.ts'
import type { StreamType } from '#core/store/streamType.ts'

type ItineraryEvent = ActivityEvent
export type ItineraryState = RecordState<ActivityTypes>

export type ItineraryCommand =
  | { type: 'AddActivity'; id: string; entry: ActivityEntry; days: TripDays }
  | {
      type: 'ChangeActivity'
      id: string
      changes: ActivityChanges
      days: TripDays
      ifMatch?: number | undefined
    }
  | { type: 'RemoveActivity'; id: string; ifMatch?: number | undefined }
  | ({ type: 'RestoreActivity'; removed: { activity: Activity }; days: TripDays } & WithGoneFiles)

type Command<Type extends ItineraryCommand['type']> = Extract<ItineraryCommand, { type: Type }>

export const itineraryStreamType: StreamType<ItineraryState, ItineraryCommand, ItineraryEvent> &
  Decider<ItineraryState, ItineraryCommand, ItineraryEvent> = {
  prefix: 'itinerary-',
  initialState: () => ({ activities: new Map(), removed: { activities: new Map() } }),
  evolve: (state, event) => evolveRecords(activityKind, state, event),
  decide,
}

function decide(command: ItineraryCommand, state: ItineraryState): Decision<ItineraryEvent> {
  switch (command.type) {
    case 'AddActivity':
      return addRecord(activityKind, state, command, () => newActivity(command, state))
    case 'ChangeActivity':
      return changeRecord(activityKind, state, command, (was) => changedActivity(command, was))
    case 'RemoveActivity':
      return removeRecord(activityKind, state, command)
    case 'RestoreActivity':
      return restoreRecord(
        activityKind,
        state,
        command.removed.activity,
        () => refuseGoneDay(command.removed.activity, command.days),
        command.gone,
      )
  }
}

/** Without a sort order it becomes the last of its day. */
function newActivity(
  { id, entry, days }: Command<'AddActivity'>,
  { activities }: ItineraryState,
): Activity | Refusal {
  const ofDay = [...activities.values()].filter(({ date }) => date === entry.date)
  const last = Math.min(
    Math.max(-1, ...ofDay.map(({ sortOrder }) => sortOrder)) + 1,
    itineraryLimits.sortOrder,
  )
  const { attachments, ...given } = entry
  return (
    refuseOutside(entry.date, days) ?? {
      ...{ id, ...given, sortOrder: entry.sortOrder ?? last },
      ...attached('attachments', attachments),
    }
  )
}

/** An activity that is outside the trip since its dates changed may stay there; none can be moved there. */
function changedActivity({ changes, days }: Command<'ChangeActivity'>, was: Activity): Activity | Refusal {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const { attachments, ...activityBefore } = { ...was, ...(Object.fromEntries(given) as Partial<Activity>) }
  const activity: Activity = { ...activityBefore, ...attached('attachments', attachments) }
  const outside = activity.date === was.date ? null : refuseOutside(activity.date, days)
  if (outside) return outside
  return isInOrder(activity.startTime, activity.endTime) ? activity : invalid({ endTime: END_BEFORE_START })
}

const refuseOutside = (date: string, days: TripDays): Refusal | null =>
  isOutside(date, days) ? invalid({ date: OUTSIDE_THE_TRIP }) : null

export const refuseGoneDay = ({ date }: Activity, days: TripDays): Refusal | null =>
  isOutside(date, days) ? refuse('DayIsNotOfTheTrip') : null
