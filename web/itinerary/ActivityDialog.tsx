// The dialogs of an activity: one adds or changes it, checked by the contract of the endpoint while it is filled in, the
// other deletes it.

import { useRef, useState } from 'react'
import type { ItemBody, ActivityEntry, ItemResponse } from '#core/itinerary/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { itineraryResponse } from '#projections/replica/tripResponses.ts'
import { daysOf } from '#web/itinerary/days.ts'
import {
  activityFormChanges,
  activityResolver,
  type ActivityValues,
  newActivity,
  rebasedActivity,
  activityFormValues,
} from '#web/itinerary/activityForm.ts'
import {
  submitActivityRemoval,
  submitActivityChanges,
  submitNewActivity,
  activityTexts,
} from '#web/itinerary/itineraryCommands.ts'
import { ActivityFields } from '#web/itinerary/ActivityFields.tsx'
import type { ShownActivity } from '#web/itinerary/activityList.ts'
import { confirmedTripOf } from '#web/platform/replica/tripReplica.ts'
import { useValueWhenOpened } from '#web/platform/forms/useValueWhenOpened.ts'
import { useCommandForm } from '#web/platform/forms/useCommandForm.ts'
import { correctionOf } from '#web/records/correctionOf.ts'
import { rowOf } from '#web/records/shownRecords.ts'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { timesText } from '#web/itinerary/activityLabels.ts'
import { whyActivityCannotBeRestored } from '#web/platform/replica/restoreRemoved.ts'
import { useConfirm } from '#web/platform/forms/useConfirm.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'

interface ActivityDialogProps extends DialogState {
  trip: TripResponse
  /** All activities of the trip. */
  activities: readonly ItemResponse[]
  /** Null for a new activity. One whose command was refused opens with what was entered. */
  editing: ShownActivity | null
  /** The day of a new activity, YYYY-MM-DD. */
  date: string
  /** Called with the day the activity is on now. */
  onDone: (date: string) => void
}

export function ActivityDialog({ trip, activities, editing, date, onDone, ...state }: ActivityDialogProps) {
  const correction = editing && correctionOf<ItemBody>(editing.commands)
  const edited = correction?.isNew ? null : editing
  // Not those that arrive later: among them is the new activity itself, while the dialog closes.
  const [activitiesWhenOpened] = useValueWhenOpened(state.open, activities)
  // Its own day also when the trip's dates have changed since.
  const days = daysOf(trip, activitiesWhenOpened).filter(
    (day) => !day.isOutside || day.date === editing?.record.date,
  )
  // The version the person sees: a change by others meanwhile alters no field of the open form.
  const base = useRef(edited)
  const [isPreparing, setPreparing] = useState(false)
  const { failed } = edited ? activityTexts.change : activityTexts.add
  const { form, dialog, field, setRefusal } = useCommandForm<ActivityValues, ActivityEntry>({
    ...state,
    draftName: `activity ${trip.id} ${editing?.record.id ?? 'new'}`,
    resolver: activityResolver,
    initialValues: () =>
      editing
        ? activityFormValues({ ...editing.record, ...(correction?.body as Partial<ItemResponse>) })
        : newActivity(date),
    failed,
    correction,
    onOpen() {
      base.current = edited
      if (correction) setRefusal(correction.reason ?? failed)
    },
    async submit(entry, close) {
      const activity = base.current
      const changes = activity && activityFormChanges(entry, activity.record)
      if (!activity) await submitNewActivity(trip.id, entry)
      else if (Object.keys(changes!).length > 0) await submitActivityChanges(trip.id, activity, changes!)
      close()
      onDone(entry.date)
    },
    async onConflict() {
      if (base.current) await rebase(base.current)
    },
  })

  /** Somebody else changed it: the fields that were edited stay, the others get the present values. */
  const rebase = async ({ record: activity }: ShownActivity) => {
    const documents = confirmedTripOf(trip.id)
    const current = documents && itineraryResponse(documents).items.find(({ id }) => id === activity.id)
    if (!current) return setRefusal('Someone else deleted this activity.')
    form.reset(rebasedActivity(form.getValues(), activityFormValues(activity), activityFormValues(current)))
    await form.trigger()
    base.current = rowOf(current)
  }
  return (
    <FormDialog
      {...dialog}
      isValid={dialog.isValid && !isPreparing}
      title={edited ? 'Edit Activity' : 'Add Activity'}
      detail={trip.title}
      submitText={edited ? 'Save' : 'Add Activity'}
      busyText={edited ? 'Saving...' : 'Adding...'}
      refusalTitle={failed}
    >
      <ActivityFields
        field={field}
        control={form.control}
        setValue={form.setValue}
        days={days}
        others={activitiesWhenOpened.filter(({ id }) => id !== editing?.record.id)}
        onPreparing={setPreparing}
        stored={edited?.record.attachments.map(({ hash }) => hash) ?? []}
      />
    </FormDialog>
  )
}

interface DeleteActivityDialogProps extends DialogState {
  trip: Pick<TripResponse, 'id' | 'startDate' | 'endDate'>
  shown: ShownActivity
}

/** Asks before an activity is deleted that cannot be brought back. */
export function DeleteActivityDialog({ trip, shown, ...state }: DeleteActivityDialogProps) {
  const confirm = useConfirm({
    ...state,
    submit: () => submitActivityRemoval(trip.id, shown),
    failed: activityTexts.remove.failed,
  })
  return (
    <ConfirmDialog {...confirm} title="Delete this activity?" submitText="Delete" busyText="Deleting...">
      Remove <bdi>{shown.record.title}</bdi>
      <span>{` (${timesText(shown.record)}) from the plan for everyone? ${whyActivityCannotBeRestored(shown.record.date, trip) ?? ''}`}</span>
    </ConfirmDialog>
  )
}
