// A guest's name, role and how to reach them: added here or changed, each by the contract of its call.

import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { GuestAnswer, TripAnswer } from '#core/trips/answers.ts'
import { GuestBody } from '#core/trips/bodies.ts'
import { addGuest, changeGuest, inviteeRoles } from '#core/trips/contract.ts'
import type { InviteeRole } from '#core/trips/events.ts'
import { resolverOf } from '#web/platform/form.ts'
import { Refused } from '#web/platform/http.ts'
import { send } from '#web/platform/send.ts'
import { showRefusal } from '#web/platform/showRefusal.ts'
import { useAsOpened } from '#web/platform/useAsOpened.ts'
import { useSending } from '#web/platform/useSending.ts'
import { roleLabels } from '#web/trips/roster.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toasts.tsx'

interface GuestDialogProps {
  trip: TripAnswer
  /** Null to add one. */
  guest: GuestAnswer | null
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
type Guest = { name: string; role: InviteeRole } & Record<'email' | 'phone' | 'notes', string | null>

const fields = ['name', 'email', 'phone', 'role', 'notes'] as const
const roles = inviteeRoles.map((role) => ({ value: role, label: roleLabels[role] }))

export function GuestDialog({ trip, reload, open, onClose, ...given }: GuestDialogProps) {
  const [guest, lookAgain] = useAsOpened(open, given.guest)
  const [refusal, setRefusal] = useState<string>()
  const form = useForm<Values, unknown, Guest>({
    resolver: resolverOf<Values, Guest>(GuestBody),
    mode: 'onChange',
    defaultValues: valuesOf(guest),
  })
  const { errors, isValid } = form.formState
  const { isSending, run } = useSending()
  // Filled when it opens, not while it is still fading out, nor when the guest is read again beneath it.
  const fill = useEffectEvent(() => form.reset(valuesOf(guest)))
  useLayoutEffect(() => {
    if (open) fill()
  }, [open])
  const close = () => {
    setRefusal(undefined)
    onClose()
  }

  const failed = guest ? 'Failed to update guest participant' : 'Failed to add guest participant'
  const save = form.handleSubmit(async (body) => {
    setRefusal(undefined)
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
        : await send({ ...common, call: addGuest, params: { tripId: trip.id }, body: filled(body) })
      toast.outcome(sent, guest ? 'Guest updated successfully' : 'Guest added successfully')
      close()
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
      onClose={close}
      title={guest ? 'Edit Guest' : 'Add Guest'}
      busy={isSending}
      onSubmit={(event) => {
        event.preventDefault()
        run(() => save(event))
      }}
      footer={
        <>
          <Button variant="quiet" onClick={close} disabled={isSending}>
            Cancel
          </Button>
          <Button
            type="submit"
            disabled={!isValid}
            busy={isSending}
            busyText={guest ? 'Saving...' : 'Adding...'}
          >
            {guest ? 'Save' : 'Add Guest'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
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

const valuesOf = (guest: GuestAnswer | null): Values => ({
  name: guest?.name ?? '',
  email: guest?.email ?? '',
  phone: guest?.phone ?? '',
  role: guest?.role ?? 'member',
  notes: guest?.notes ?? '',
})

/** What is empty is left out. */
const filled = ({ name, role, ...optional }: Guest) => ({
  name,
  role,
  ...Object.fromEntries(Object.entries(optional).filter(([, text]) => text !== null)),
})
