// A guest's name, role and how to reach them: added here or changed, each by the contract of its call.

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { GuestResponse, TripResponse } from '#core/trips/responses.ts'
import { GuestBody } from '#core/trips/bodies.ts'
import { addGuest, changeGuest, inviteeRoles } from '#core/trips/contract.ts'
import type { InviteeRole } from '#core/trips/events.ts'
import { resolverOf } from '#web/platform/form.ts'
import { Refused } from '#web/platform/http.ts'
import { send } from '#web/platform/send.ts'
import { showRefusal } from '#web/platform/showRefusal.ts'
import { useValueWhenOpened } from '#web/platform/useValueWhenOpened.ts'
import { useFormDraft } from '#web/platform/useFormDraft.ts'
import { useSubmit } from '#web/platform/useSubmit.ts'
import { type ListedGuest, guestBody } from '#web/trips/participants/guestBody.ts'
import { roleLabels } from '#web/trips/roster.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { RestoredNote } from '#web/ui/RestoredNote.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toasts.tsx'

interface GuestDialogProps {
  trip: TripResponse
  /** Null to add one. */
  guest: GuestResponse | null
  /** Reads the guests again, when somebody else changed this one meanwhile. */
  reload: () => Promise<void>
  open: boolean
  onClose: () => void
}

interface Values {
  name: string
  email: string
  phone: string
  role: InviteeRole
  notes: string
}

const fields = ['name', 'email', 'phone', 'role', 'notes'] as const
const roles = inviteeRoles.map((role) => ({ value: role, label: roleLabels[role] }))

export function GuestDialog({ trip, reload, open, onClose, ...given }: GuestDialogProps) {
  const [guest, lookAgain] = useValueWhenOpened(open, given.guest)
  const [refusal, setRefusal] = useState<string>()
  const form = useForm<Values, unknown, ListedGuest>({
    resolver: resolverOf<Values, ListedGuest>(GuestBody),
    mode: 'onChange',
    defaultValues: valuesOf(guest),
  })
  const { errors, isValid } = form.formState
  const { isSubmitting, run } = useSubmit()
  const draft = useFormDraft(form, {
    open,
    about: `guest ${trip.id} ${guest?.id ?? 'new'}`,
    start() {
      setRefusal(undefined)
      return valuesOf(guest)
    },
  })
  const finish = () => {
    draft.end()
    onClose()
  }

  const failed = guest ? 'Failed to update guest participant' : 'Failed to add guest participant'
  const save = form.handleSubmit(async (typed) => {
    setRefusal(undefined)
    const body = guestBody(typed, guest)
    const common = { lane: trip.id, touches: [`/trips/${trip.id}`, '/trips'] }
    try {
      const sent = guest
        ? await send({
            ...common,
            call: changeGuest,
            params: { tripId: trip.id, guestId: guest.id },
            body,
            ifMatch: guest.revision,
          })
        : await send({ ...common, call: addGuest, params: { tripId: trip.id }, body })
      toast.outcome(sent, guest ? 'Guest updated successfully' : 'Guest added successfully', failed)
      finish()
    } catch (error) {
      setRefusal(showRefusal(error, fields, form.setError, failed))
      if (!(error instanceof Refused) || error.status !== 409) return
      await reload()
      lookAgain()
    }
  })

  const textOf = (field: keyof Values) => errors[field]?.message
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={guest ? 'Edit Guest' : 'Add Guest'}
      busy={isSubmitting}
      onSubmit={(event) => {
        event.preventDefault()
        run(() => save(event))
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
            busyText={guest ? 'Saving...' : 'Adding...'}
          >
            {guest ? 'Save' : 'Add Guest'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <RestoredNote {...draft} />
        {refusal !== undefined && (
          <Banner tone="danger" title={failed}>
            {refusal === failed ? null : refusal}
          </Banner>
        )}
        <TextField label="Name" autoComplete="off" error={textOf('name')} {...form.register('name')} />
        <TextField
          label="Email (Optional)"
          type="email"
          inputMode="email"
          autoComplete="off"
          error={textOf('email')}
          {...form.register('email')}
        />
        <TextField
          label="Phone (Optional)"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          error={textOf('phone')}
          {...form.register('phone')}
        />
        <SelectField label="Role" options={roles} error={textOf('role')} {...form.register('role')} />
        <TextAreaField
          label="Notes (Optional)"
          helper="Only the organizer and co-organizers see them."
          error={textOf('notes')}
          {...form.register('notes')}
        />
      </div>
    </Dialog>
  )
}

const valuesOf = (guest: GuestResponse | null): Values => ({
  name: guest?.name ?? '',
  email: guest?.email ?? '',
  phone: guest?.phone ?? '',
  role: guest?.role ?? 'member',
  notes: guest?.notes ?? '',
})
