// Changing a trip's details. Only what differs is sent, so nobody's change of another field is undone.

import { useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import type { TripResponse } from '#core/trips/responses.ts'
import type { ChangeTripBody } from '#core/trips/bodies.ts'
import { changeTrip, tripStatuses } from '#core/trips/contract.ts'
import { deviceToday } from '#web/platform/format.ts'
import { send } from '#web/platform/send.ts'
import { showRefusal } from '#web/platform/showRefusal.ts'
import { useValueWhenOpened } from '#web/platform/useValueWhenOpened.ts'
import { useFormDraft } from '#web/platform/useFormDraft.ts'
import { useSubmit } from '#web/platform/useSubmit.ts'
import { LeftOutside } from '#web/trips/LeftOutside.tsx'
import { statusLabels } from '#web/trips/roster.ts'
import { detailFields, TripFields } from '#web/trips/TripFields.tsx'
import { tripFormChanges, editResolver, type TripValues, tripFormValues } from '#web/trips/tripForm.ts'
import { useHasMoney } from '#web/trips/useHasMoney.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { RestoredNote } from '#web/ui/RestoredNote.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { toast } from '#web/ui/toasts.tsx'

export interface EditTripDialogProps {
  open: boolean
  onClose: () => void
  trip: TripResponse
}

const FAILED = 'Failed to update trip'
const fields = [...detailFields, 'status'] as const

export function EditTripDialog({ open, onClose, ...given }: EditTripDialogProps) {
  const [trip] = useValueWhenOpened(open, given.trip)
  const form = useForm<TripValues, unknown, ChangeTripBody>({
    mode: 'onChange',
    resolver: editResolver(trip, deviceToday),
    defaultValues: tripFormValues(trip),
  })
  const [error, setError] = useState<string>()
  const { isSubmitting, run } = useSubmit()
  const hasMoney = useHasMoney(trip.id, open)
  const [startDate, endDate] = useWatch({ control: form.control, name: ['startDate', 'endDate'] })

  // It opens on the trip as it is then, and what somebody else changes meanwhile moves nothing under the finger.
  const draft = useFormDraft(form, {
    open,
    about: `trip ${trip.id}`,
    start() {
      setError(undefined)
      return tripFormValues(trip)
    },
  })
  const finish = () => {
    draft.end()
    onClose()
  }

  const save = async (whole: ChangeTripBody) => {
    const body = tripFormChanges(whole, trip)
    if (Object.keys(body).length === 0) return finish()
    setError(undefined)
    try {
      const touches = [`/trips/${trip.id}`, '/trips?', '/trip-invitations']
      const sent = await send({ call: changeTrip, params: { tripId: trip.id }, body, lane: trip.id, touches })
      finish()
      toast.outcome(sent, 'Trip updated successfully', FAILED)
    } catch (failure) {
      setError(showRefusal(failure, fields, form.setError, FAILED))
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Edit Trip"
      busy={isSubmitting}
      onSubmit={(event) => {
        event.preventDefault()
        run(() => form.handleSubmit(save)(event))
      }}
      footer={
        <>
          <Button variant="quiet" disabled={isSubmitting} onClick={finish}>
            Cancel
          </Button>
          <Button type="submit" disabled={!form.formState.isValid} busy={isSubmitting} busyText="Saving...">
            Save Changes
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <div className="grid gap-5">
          <RestoredNote {...draft} />
          {error !== undefined && <Banner tone="danger">{error}</Banner>}
          <TripFields
            currencyIsFixed={hasMoney ? 'It can no longer change: money was recorded in it.' : undefined}
            belowDates={<LeftOutside tripId={trip.id} startDate={startDate} endDate={endDate} />}
          />
          <SelectField
            label="Status"
            options={tripStatuses.map((status) => ({ value: status, label: statusLabels[status] }))}
            {...form.register('status')}
            error={form.formState.errors.status?.message}
          />
        </div>
      </FormProvider>
    </Dialog>
  )
}
