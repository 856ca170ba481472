// The form of an activity: its values, the body they stand for, and the changes of an edit.

import type { AttachedFile } from '#core/kernel/files.ts'
import { type Activity, activityFieldNames } from '#core/itinerary/activity.ts'
import {
  type ChangeItemBody,
  type ItemResponse,
  type ActivityEntry,
  END_BEFORE_START,
  isInOrder,
  ItemBody,
} from '#core/itinerary/contract.ts'
import { changedFields, resolverOf } from '#web/platform/forms/form.ts'

type Field = Exclude<keyof typeof activityFieldNames, 'sortOrder'>
const fields = Object.keys(activityFieldNames).filter((field): field is Field => field !== 'sortOrder')

/** '' for none. */
export type ActivityValues = { [Name in Field]: NonNullable<Activity[Name]> } & {
  attachments: readonly AttachedFile[]
}

export const activityFormValues = (activity: Partial<Activity>): ActivityValues =>
  ({
    ...Object.fromEntries(fields.map((field) => [field, activity[field] ?? ''])),
    attachments: activity.attachments ?? [],
  }) as unknown as ActivityValues

/** Times default to 09:00 to 10:00 (spec §2). */
export const newActivity = (date: string): ActivityValues =>
  activityFormValues({ date, startTime: '09:00', endTime: '10:00', status: 'planned' })

const required: Partial<Activity> = { date: '', title: '', startTime: '', status: 'planned' }

/** As it was entered; null for a field that was not, and may be empty. */
export const enteredActivity = (body: ItemBody): Omit<Activity, 'id' | 'sortOrder'> =>
  Object.fromEntries(
    fields.map((field) => [field, body[field] || (required[field] ?? null)]),
  ) as unknown as Activity

export const activityResolver = resolverOf<ActivityValues, ActivityEntry>(ItemBody, {
  // The schema compares the times only once all fields are valid; the form shows the error earlier.
  also: ({ startTime, endTime }) =>
    startTime !== '' && endTime !== '' && !isInOrder(startTime, endTime) ? { endTime: END_BEFORE_START } : {},
})

/** The fields that differ from the activity: an edit sends only these. */
export const activityFormChanges = (entry: ActivityEntry, base: ItemResponse): ChangeItemBody =>
  changed(entry, base)

/** Files are the same by their hashes. */
const changed = (values: WithFiles, base: WithFiles): object =>
  changedFields(hashesOf(values) === hashesOf(base) ? { ...values, attachments: undefined } : values, base)

interface WithFiles {
  attachments?: readonly Pick<AttachedFile, 'hash'>[] | undefined
}

const hashesOf = ({ attachments = [] }: WithFiles): string => attachments.map(({ hash }) => hash).join()

/** Rebases the form onto a change by somebody else: edited fields stay, the others get the present values. */
export const rebasedActivity = (
  typed: ActivityValues,
  base: ActivityValues,
  current: ActivityValues,
): ActivityValues => ({
  ...current,
  ...changed(typed, base),
})
