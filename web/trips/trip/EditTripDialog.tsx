// Changes the details of a trip. Sends only the fields that differ, so that it undoes no change another person made to
// another field.

import { useWatch } from 'react-hook-form'
import { statusLabels } from '#core/trips/labels.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import type { ChangeTripBody } from '#core/trips/bodies.ts'
import { changeTrip } from '#core/trips/contract.ts'
import { tripStatuses } from '#core/trips/limits.ts'
import { hasRecords } from '#web/platform/replica/hasRecords.ts'
import { deviceToday, formatDate } from '#web/platform/time/format.ts'
import { correctionOf } from '#web/records/correctionOf.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useCommands } from '#web/platform/outbox/useOutbox.ts'
import { useCommandForm } from '#web/platform/forms/useCommandForm.ts'
import { useValueWhenOpened } from '#web/platform/forms/useValueWhenOpened.ts'
import { TripFields } from '#web/trips/trip/TripFields.tsx'
import { failures } from '#web/records/failures.ts'
import { tripFormChanges, editResolver, type TripValues, tripFormValues } from '#web/trips/trip/tripForm.ts'
import { submitTripCommand } from '#web/trips/tripCommands.ts'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { activitiesOutside } from '#core/itinerary/activity.ts'
import { itineraryResponse } from '#projections/replica/tripResponses.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'

export function EditTripDialog({ open, onClose, ...props }: DialogState & { trip: TripResponse }) {
  const [trip] = useValueWhenOpened(open, props.trip)
  // The currency is fixed while there is money (docs/decisions.md §5).
  const hasMoney = useTripResponse(trip.id, hasRecords).data ?? false
  // The form opens with what was entered and refused.
  const correction = correctionOf<ChangeTripBody>(useCommands(trip.id, changeTrip))
  const { form, dialog, field } = useCommandForm<TripValues, ChangeTripBody>({
    open,
    onClose,
    draftName: `trip ${trip.id}`,
    resolver: editResolver(trip, deviceToday),
    initialValues: () => tripFormValues({ ...trip, ...(correction?.body as Partial<TripResponse>) }),
    failed: failures.trip.change,
    correction,
    async submit(values, close) {
      const body = tripFormChanges(values, trip)
      const texts = { done: 'Trip updated successfully', failed: failures.trip.change }
      if (Object.keys(body).length > 0)
        await submitTripCommand(trip.id, { endpoint: changeTrip, body }, texts)
      close()
    },
  })
  const [startDate, endDate] = useWatch({ control: form.control, name: ['startDate', 'endDate'] })
  return (
    <FormDialog
      {...dialog}
      title="Edit Trip"
      detail={trip.title}
      submitText="Save Changes"
      busyText="Saving..."
    >
      <TripFields
        form={form}
        field={field}
        plannedStart={trip.startDate}
        showsMore
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

interface OutsideDatesNoteProps {
  tripId: string
  /** As in the form, YYYY-MM-DD; '' when empty. */
  startDate: string
  endDate: string
}

const MAX_SHOWN = 5

/** Warns which activities would be outside the dates chosen in the form. */
function OutsideDatesNote({ tripId, startDate, endDate }: OutsideDatesNoteProps) {
  const { data } = useTripResponse(tripId, itineraryResponse)
  if (!data || startDate === '' || endDate === '' || endDate < startDate) return null
  const outside = activitiesOutside(data.items, { startDate, endDate })
  if (outside.length === 0) return null
  const activities = outside.length === 1 ? '1 activity falls' : `${outside.length} activities fall`
  return (
    <Banner tone="warning" title={`${activities} outside these dates`}>
      <ul className="list-disc ps-5">
        {outside.slice(0, MAX_SHOWN).map(({ id, title, date }) => (
          <li key={id} className="wrap-anywhere">
            <bdi>{title}</bdi>
            <span>{`, ${formatDate(date)}`}</span>
          </li>
        ))}
        {outside.length > MAX_SHOWN && <li>{`and ${outside.length - MAX_SHOWN} more`}</li>}
      </ul>
      <p className="mt-1">{`Nothing is lost: ${outside.length === 1 ? 'it stays' : 'they stay'} in the itinerary and can be moved to another day.`}</p>
    </Banner>
  )
}
