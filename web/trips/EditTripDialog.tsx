// Changes the details of a trip. Sends only the fields that differ, so that it undoes no change another person made to
// another field.

import { statusLabels } from '#core/trips/labels.ts'
import { useWatch } from 'react-hook-form'
import type { TripResponse } from '#core/trips/responses.ts'
import type { ChangeTripBody } from '#core/trips/bodies.ts'
import { changeTrip } from '#core/trips/contract.ts'
import { tripStatuses } from '#core/trips/limits.ts'
import { hasRecords } from '#web/platform/replica/hasRecords.ts'
import { deviceToday } from '#web/platform/format.ts'
import { refusedEntry } from '#web/platform/outbox/refusedEntry.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { usePendingCommands } from '#web/platform/usePendingCommands.ts'
import { useCommandForm } from '#web/platform/useCommandForm.ts'
import { useValueWhenOpened } from '#web/platform/useValueWhenOpened.ts'
import { OutsideDatesNote } from '#web/trips/OutsideDatesNote.tsx'
import { TripFields } from '#web/trips/TripFields.tsx'
import { tripFailures } from '#web/trips/tripFailures.ts'
import { tripFormChanges, editResolver, type TripValues, tripFormValues } from '#web/trips/tripForm.ts'
import { submitTripCommand } from '#web/trips/tripCommands.ts'
import type { DialogState } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'

export function EditTripDialog({ open, onClose, ...props }: DialogState & { trip: TripResponse }) {
  const [trip] = useValueWhenOpened(open, props.trip)
  const hasMoney = useTripResponse(trip.id, hasRecords).data ?? false
  // The form opens with what was entered and refused.
  const pending = usePendingCommands(trip.id)
  const refused = refusedEntry<ChangeTripBody>(pending, { change: [changeTrip] })
  const { form, dialog, field } = useCommandForm<TripValues, ChangeTripBody>({
    open,
    onClose,
    draftName: `trip ${trip.id}`,
    resolver: editResolver(trip, deviceToday),
    initialValues: () => tripFormValues({ ...trip, ...(refused?.body as Partial<TripResponse>) }),
    failed: tripFailures.change,
    async submit(values, close) {
      const body = tripFormChanges(values, trip)
      const texts = { done: 'Trip updated successfully', failed: tripFailures.change }
      if (Object.keys(body).length > 0)
        await submitTripCommand(trip.id, { endpoint: changeTrip, body }, texts)
      refused?.discard()
      close()
    },
  })
  const [startDate, endDate] = useWatch({ control: form.control, name: ['startDate', 'endDate'] })
  return (
    <FormDialog {...dialog} title="Edit Trip" submitText="Save Changes" busyText="Saving...">
      <TripFields
        form={form}
        field={field}
        currencyIsFixed={hasMoney ? 'Fixed, because money was recorded in it.' : undefined}
        belowDates={<OutsideDatesNote tripId={trip.id} startDate={startDate} endDate={endDate} />}
      />
      <SelectField
        label="Status"
        options={tripStatuses.map((status) => ({ value: status, label: statusLabels[status] }))}
        {...field('status')}
      />
    </FormDialog>
  )
}

/** The first money record fixes the currency of the trip, even if it was removed (docs/decisions). */
