// Adds a guest or changes one: name, role and contact details, checked by the contract of the endpoint.

import type { GuestResponse, TripResponse } from '#core/trips/responses.ts'
import { GuestBody } from '#core/trips/bodies.ts'
import { addGuest, changeGuest } from '#core/trips/contract.ts'
import { inviteeRoles } from '#core/trips/limits.ts'
import type { InviteeRole } from '#core/trips/events.ts'
import { resolverOf } from '#web/platform/form.ts'
import { Refused } from '#web/platform/http.ts'
import { send } from '#web/platform/send.ts'
import { useCommandForm } from '#web/platform/useCommandForm.ts'
import { useValueWhenOpened } from '#web/platform/useValueWhenOpened.ts'
import { type ListedGuest, guestBody } from '#web/trips/participants/guestBody.ts'
import { roleLabels } from '#web/trips/roster.ts'
import type { DialogState } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toasts.tsx'

interface GuestDialogProps extends DialogState {
  trip: TripResponse
  /** Null for a new guest. */
  guest: GuestResponse | null
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

const fields = ['name', 'email', 'phone', 'role', 'notes'] as const
const resolver = resolverOf<Values, ListedGuest>(GuestBody)
const roles = inviteeRoles.map((role) => ({ value: role, label: roleLabels[role] }))

export function GuestDialog({ trip, reload, open, onClose, ...props }: GuestDialogProps) {
  const [guest, refreshGuest] = useValueWhenOpened(open, props.guest)
  const failed = guest ? 'Failed to update guest participant' : 'Failed to add guest participant'
  const { dialog, field } = useCommandForm<Values, ListedGuest>({
    open,
    onClose,
    draftName: `guest ${trip.id} ${guest?.id ?? 'new'}`,
    resolver,
    initialValues: () => valuesOf(guest),
    fields,
    failed,
    async submit(values, close) {
      const body = guestBody(values, guest)
      const common = { lane: trip.id, touches: [`/trips/${trip.id}`, '/trips'] }
      const sent = guest
        ? await send({
            ...common,
            endpoint: changeGuest,
            params: { tripId: trip.id, guestId: guest.id },
            body,
            ifMatch: guest.revision,
          })
        : await send({ ...common, endpoint: addGuest, params: { tripId: trip.id }, body })
      toast.outcome(sent, guest ? 'Guest updated successfully' : 'Guest added successfully', failed)
      close()
    },
    async onRefused(error) {
      if (!(error instanceof Refused) || error.status !== 409) return
      await reload()
      refreshGuest()
    },
  })
  return (
    <FormDialog
      {...dialog}
      title={guest ? 'Edit Guest' : 'Add Guest'}
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
