// An activity added or changed, checked by the contract of its call while it is filled in.

import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ItemEntry } from '#core/itinerary/contract.ts'
import { getItinerary, itineraryLimits } from '#core/itinerary/contract.ts'
import { ITEM_STATUSES } from '#core/itinerary/events.ts'
import type { TripResponse } from '#core/trips/responses.ts'
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
import { statusLooks } from '#web/itinerary/itemLook.ts'
import type { ShownActivity } from '#web/itinerary/pendingActivities.ts'
import { reloadQueries } from '#web/platform/queries.ts'
import { Refused, request } from '#web/platform/http.ts'
import { showRefusal } from '#web/platform/showRefusal.ts'
import { useFormDraft } from '#web/platform/useFormDraft.ts'
import { useSubmit } from '#web/platform/useSubmit.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { RestoredNote } from '#web/ui/RestoredNote.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toasts.tsx'

export interface ItemDialogProps {
  open: boolean
  onClose: () => void
  trip: TripResponse
  /** Null for a new one. */
  editing: ShownActivity | null
  /** Of a new one, YYYY-MM-DD. */
  date: string
  /** The day it is on now: the one to look at. */
  onDone: (date: string) => void
}

const statuses = ITEM_STATUSES.map((status) => ({ value: status, label: statusLooks[status].label }))

export function ItemDialog({ open, onClose, trip, editing, date, onDone }: ItemDialogProps) {
  const form = useForm<ItemValues, unknown, ItemEntry>({
    mode: 'onChange',
    resolver: itemResolver,
    defaultValues: newItem(date),
  })
  const { errors, isValid } = form.formState
  const [failure, setFailure] = useState<string>()
  const { isSubmitting, run } = useSubmit()
  // As it was when it was opened: what others do meanwhile moves nothing under the finger.
  const seen = useRef(editing)
  const draft = useFormDraft(form, {
    open,
    about: `activity ${trip.id} ${editing?.item.id ?? 'new'}`,
    start() {
      seen.current = editing
      setFailure(undefined)
      return editing ? itemFormValues(editing.item) : newItem(date)
    },
  })
  const finish = () => {
    draft.end()
    onClose()
  }

  const failed = editing ? 'Failed to update activity' : 'Failed to add activity'
  const save = async (entry: ItemEntry) => {
    setFailure(undefined)
    const was = seen.current
    const changes = was && itemFormChanges(entry, was.item)
    if (changes && Object.keys(changes).length === 0) return finish()
    try {
      const sent = was ? await sendItemChanges(trip.id, was, changes!) : await sendNewItem(trip.id, entry)
      finish()
      onDone(entry.date)
      toast.outcome(sent, was ? 'Activity updated' : 'Activity added', failed)
    } catch (error) {
      setFailure(showRefusal(error, itemFields, form.setError, failed))
      if (was && error instanceof Refused && [404, 409].includes(error.status)) await lookAgain(was)
    }
  }

  /** Somebody else changed it: what was typed stays, what was not touched becomes what it is now. */
  const lookAgain = async (was: ShownActivity) => {
    const params = { tripId: trip.id }
    const read = await request(getItinerary, { params }).catch(() => null)
    void reloadQueries([`/trips/${trip.id}/itinerary`])
    if (!read) return
    const now = read.body.itinerary.items.find(({ id }) => id === was.item.id)
    if (!now) return setFailure('Somebody else deleted this activity.')
    form.reset(rebasedItem(form.getValues(), itemFormValues(was.item), itemFormValues(now)))
    await form.trigger()
    seen.current = { item: now, marks: [] }
  }
  const textOf = (field: keyof ItemValues) => errors[field]?.message
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={editing ? 'Edit Activity' : 'Add Activity'}
      busy={isSubmitting}
      onSubmit={(event) => {
        event.preventDefault()
        run(() => form.handleSubmit(save)(event))
      }}
      footer={
        <>
          <Button variant="quiet" onClick={finish} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button
            type="submit"
            disabled={!isValid}
            busy={isSubmitting}
            busyText={editing ? 'Saving...' : 'Adding...'}
          >
            {editing ? 'Save' : 'Add Activity'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <RestoredNote {...draft} />
        {failure !== undefined && (
          <Banner tone="danger" title={failed}>
            {failure}
          </Banner>
        )}
        <TextField
          label="Title"
          autoComplete="off"
          maxLength={itineraryLimits.title}
          {...form.register('title')}
          error={textOf('title')}
        />
        <DateField
          label="Day"
          min={trip.startDate}
          max={trip.endDate}
          {...form.register('date')}
          error={textOf('date')}
        />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8.25rem,1fr))] gap-x-3 gap-y-5 sm:gap-x-5">
          <DateField
            type="time"
            label="Start time"
            step={itineraryLimits.stepMinutes * 60}
            {...form.register('startTime', { deps: 'endTime' })}
            error={textOf('startTime')}
          />
          <DateField
            type="time"
            label="End time"
            step={itineraryLimits.stepMinutes * 60}
            {...form.register('endTime')}
            error={textOf('endTime')}
          />
        </div>
        <TextField
          label="Location (Optional)"
          autoComplete="off"
          maxLength={itineraryLimits.location}
          {...form.register('location')}
          error={textOf('location')}
        />
        <SelectField
          label="Status"
          options={statuses}
          {...form.register('status')}
          error={textOf('status')}
        />
        <TextAreaField
          label="Description (Optional)"
          maxLength={itineraryLimits.description}
          {...form.register('description')}
          error={textOf('description')}
        />
      </div>
    </Dialog>
  )
}
