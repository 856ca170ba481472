// Adds a guest or changes one: name, role and contact details, checked by the contract of the endpoint.

import { roleLabels } from '#core/trips/labels.ts'
import type { GuestResponse, TripResponse } from '#core/trips/responses.ts'
import { GuestBody } from '#core/trips/bodies.ts'
import { addGuest, changeGuest } from '#core/trips/contract.ts'
import { inviteeRoles } from '#core/trips/limits.ts'
import type { InviteeRole } from '#core/trips/events.ts'
import { resolverOf } from '#web/platform/forms/form.ts'
import { revisionOption } from '#web/platform/outbox/command.ts'
import { useCommandForm } from '#web/platform/forms/useCommandForm.ts'
import { useValueWhenOpened } from '#web/platform/forms/useValueWhenOpened.ts'
import { correctionOf } from '#web/records/correctionOf.ts'
import { failures } from '#web/records/failures.ts'
import { type ShownGuest, type ListedGuest, guestBody } from '#web/trips/participants/guestList.ts'
import { submitTripCommand } from '#web/trips/tripCommands.ts'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { TextAreaField } from '#web/ui/fields/TextAreaField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

interface GuestDialogProps extends DialogState {
  trip: TripResponse
  /** Null for a new guest. One whose command was refused opens with what was entered. */
  shown: ShownGuest | null
  /** Reloads the guests, after somebody else changed this one. */
  reload: () => Promise<void>
}

interface Values {
  name: string
  email: string
  phone: string
  role: InviteeRole
  notes: string
}

const resolver = resolverOf<Values, ListedGuest>(GuestBody)
const roles = inviteeRoles.map((role) => ({ value: role, label: roleLabels[role] }))

export function GuestDialog({ trip, reload, open, onClose, ...props }: GuestDialogProps) {
  const [shown, refresh] = useValueWhenOpened(open, props.shown)
  const correction = shown && correctionOf<GuestBody>(shown.commands)
  const guest = shown && !correction?.isNew ? shown.record : null
  const failed = failures.guest[guest ? 'change' : 'add']
  const { dialog, field } = useCommandForm<Values, ListedGuest>({
    open,
    onClose,
    draftName: `guest ${trip.id} ${shown?.record.id ?? 'new'}`,
    resolver,
    initialValues: () => ({ ...valuesOf(guest), ...withoutNull(correction?.body ?? {}) }),
    failed,
    correction,
    async submit(values, close) {
      const body = guestBody(values, guest)
      const texts = { done: guest ? 'Guest updated successfully' : 'Guest added successfully', failed }
      if (guest) {
        const options = { params: { guestId: guest.id }, ...revisionOption(guest, shown!.commands) }
        await submitTripCommand(trip.id, { endpoint: changeGuest, body, ...options }, texts)
      } else await submitTripCommand(trip.id, { endpoint: addGuest, body }, texts)
      close()
    },
    async onConflict() {
      await reload()
      refresh()
    },
  })
  return (
    <FormDialog
      {...dialog}
      title={guest ? 'Edit Guest' : 'Add Guest'}
      detail={trip.title}
      submitText={guest ? 'Save' : 'Add Guest'}
      busyText={guest ? 'Saving...' : 'Adding...'}
      refusalTitle={failed}
    >
      <TextField label="Name" autoComplete="off" {...field('name')} />
      <TextField
        label="Email (Optional)"
        type="email"
        inputMode="email"
        autoComplete="off"
        {...field('email')}
      />
      <TextField label="Phone (Optional)" type="tel" inputMode="tel" autoComplete="off" {...field('phone')} />
      <SelectField label="Role" options={roles} {...field('role')} />
      <TextAreaField
        label="Notes (Optional)"
        helper="Only the organizer and co-organizers see them."
        {...field('notes')}
      />
    </FormDialog>
  )
}

const valuesOf = (guest: GuestResponse | null): Values => ({
  name: guest?.name ?? '',
  email: guest?.email ?? '',
  phone: guest?.phone ?? '',
  role: guest?.role ?? 'member',
  notes: guest?.notes ?? '',
})

const withoutNull = (body: object) =>
  Object.fromEntries(Object.entries(body).map(([field, value]) => [field, value ?? '']))
