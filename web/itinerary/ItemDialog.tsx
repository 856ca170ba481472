// Adds an activity or changes one, checked by the contract of the endpoint while it is filled in.

import { useRef } from 'react'
import { type ItemEntry, itineraryLimits } from '#core/itinerary/contract.ts'
import { ITEM_STATUSES } from '#core/itinerary/events.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { itineraryResponse } from '#projections/replica/tripResponses.ts'
import {
  itemFormChanges,
  itemFields,
  itemResolver,
  type ItemValues,
  newItem,
  rebasedItem,
  itemFormValues,
} from '#web/itinerary/itemForm.ts'
import { sendItemChanges, sendNewItem } from '#web/itinerary/itineraryCommands.ts'
import { itemStatusLabels } from '#web/itinerary/itemLabels.ts'
import type { ShownActivity } from '#web/itinerary/pendingActivities.ts'
import { fetchTrip } from '#web/platform/replica/tripReplica.ts'
import { Refused } from '#web/platform/http.ts'
import { type FormField, useCommandForm } from '#web/platform/useCommandForm.ts'
import { DateField } from '#web/ui/DateField.tsx'
import type { DialogState } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toasts.tsx'

interface ItemDialogProps extends DialogState {
  trip: TripResponse
  /** Null for a new activity. */
  editing: ShownActivity | null
  /** The day of a new activity, YYYY-MM-DD. */
  date: string
  /** Called with the day the activity is on now. */
  onDone: (date: string) => void
}

const statuses = ITEM_STATUSES.map((status) => ({ value: status, label: itemStatusLabels[status].label }))

export function ItemDialog({ open, onClose, trip, editing, date, onDone }: ItemDialogProps) {
  // The version the person sees: a change by others meanwhile alters no field of the open form.
  const base = useRef(editing)
  const failed = editing ? 'Failed to update activity' : 'Failed to add activity'
  const { form, dialog, field, setRefusal } = useCommandForm<ItemValues, ItemEntry>({
    open,
    onClose,
    draftName: `activity ${trip.id} ${editing?.item.id ?? 'new'}`,
    resolver: itemResolver,
    initialValues: () => (editing ? itemFormValues(editing.item) : newItem(date)),
    fields: itemFields,
    failed,
    onOpen() {
      base.current = editing
    },
    async submit(entry, close) {
      const activity = base.current
      const changes = activity && itemFormChanges(entry, activity.item)
      if (changes && Object.keys(changes).length === 0) return close()
      const sent = activity
        ? await sendItemChanges(trip.id, activity, changes!)
        : await sendNewItem(trip.id, entry)
      close()
      onDone(entry.date)
      toast.outcome(sent, activity ? 'Activity updated' : 'Activity added', failed)
    },
    async onRefused(error) {
      const isOutdated = error instanceof Refused && [404, 409].includes(error.status)
      if (base.current && isOutdated) await rebase(base.current)
    },
  })

  /** Somebody else changed it: the fields that were edited stay, the others get the present values. */
  const rebase = async ({ item }: ShownActivity) => {
    const documents = await fetchTrip(trip.id).catch(() => null)
    if (!documents) return
    const current = itineraryResponse(documents).items.find(({ id }) => id === item.id)
    if (!current) return setRefusal('Somebody else deleted this activity.')
    form.reset(rebasedItem(form.getValues(), itemFormValues(item), itemFormValues(current)))
    await form.trigger()
    base.current = { item: current, pending: [] }
  }
  return (
    <FormDialog
      {...dialog}
      title={editing ? 'Edit Activity' : 'Add Activity'}
      submitText={editing ? 'Save' : 'Add Activity'}
      busyText={editing ? 'Saving...' : 'Adding...'}
      refusalTitle={failed}
    >
      <ItemFields field={field} trip={trip} />
    </FormDialog>
  )
}

function ItemFields({ field, trip }: { field: FormField<ItemValues>; trip: TripResponse }) {
  return (
    <>
      <TextField label="Title" autoComplete="off" maxLength={itineraryLimits.title} {...field('title')} />
      <DateField label="Day" min={trip.startDate} max={trip.endDate} {...field('date')} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.25rem,1fr))] gap-x-3 gap-y-5 sm:gap-x-5">
        <DateField
          type="time"
          label="Start time"
          step={itineraryLimits.stepMinutes * 60}
          {...field('startTime', { deps: 'endTime' })}
        />
        <DateField
          type="time"
          label="End time"
          step={itineraryLimits.stepMinutes * 60}
          {...field('endTime')}
        />
      </div>
      <TextField
        label="Location (Optional)"
        autoComplete="off"
        maxLength={itineraryLimits.location}
        {...field('location')}
      />
      <SelectField label="Status" options={statuses} {...field('status')} />
      <TextAreaField
        label="Description (Optional)"
        maxLength={itineraryLimits.description}
        {...field('description')}
      />
    </>
  )
}
