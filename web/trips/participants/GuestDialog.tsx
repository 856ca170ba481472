// Adds guests or changes one: name, role and contact details, checked by the contract of the endpoint. Enter adds a guest
// and asks for the next one; a pasted list and the contacts of the phone add several, which are shown before.

import { ContactRound } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, type SyntheticEvent, useRef, useState } from 'react'
import { newIdOf } from '#core/kernel/ids.ts'
import { roleLabels } from '#core/trips/labels.ts'
import type { GuestResponse, TripResponse } from '#core/trips/responses.ts'
import { GuestBody } from '#core/trips/bodies.ts'
import { addGuest, changeGuest } from '#core/trips/contract.ts'
import { inviteeRoles } from '#core/trips/limits.ts'
import type { InviteeRole } from '#core/trips/events.ts'
import { resolverOf } from '#web/platform/forms/form.ts'
import { revisionOption } from '#web/platform/outbox/command.ts'
import { failureText } from '#web/platform/outbox/failureText.ts'
import { newKey } from '#web/platform/http/newKey.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { useOnOpen } from '#web/platform/forms/useOnOpen.ts'
import { useSubmit } from '#web/platform/forms/useSubmit.ts'
import { useCommandForm } from '#web/platform/forms/useCommandForm.ts'
import { useValueWhenOpened } from '#web/platform/forms/useValueWhenOpened.ts'
import { correctionOf } from '#web/records/correctionOf.ts'
import { failures } from '#web/records/failures.ts'
import { type ShownGuest, type ListedGuest, guestBody } from '#web/trips/participants/guestList.ts'
import {
  contactGuest,
  newGuests,
  pastedGuests,
  type PhoneContact,
} from '#web/trips/participants/severalGuests.ts'
import { RecordMarks } from '#web/records/RecordMarks.tsx'
import { submitTripCommand } from '#web/trips/tripCommands.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { PersonChips } from '#web/ui/fields/Chip.tsx'
import { MoreSection } from '#web/ui/fields/MoreSection.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { TextAreaField } from '#web/ui/fields/TextAreaField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'
import { List } from '#web/ui/lists/List.tsx'

interface GuestDialogProps extends DialogState {
  trip: TripResponse
  /** Null for a new guest. One whose command was refused opens with what was entered. */
  shown: ShownGuest | null
  guests: readonly ShownGuest[]
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

export function GuestDialog({ trip, guests, reload, open, onClose, ...props }: GuestDialogProps) {
  const [shown, refresh] = useValueWhenOpened(open, props.shown)
  const correction = shown && correctionOf<GuestBody>(shown.commands)
  const guest = shown && !correction?.isNew ? shown.record : null
  const failed = failures.guest[guest ? 'change' : 'add']
  const myId = useMyId()
  // Of several guests in a row: the ids of those that were added since it opened, and those that are about to be.
  const [addedIds, setAddedIds] = useState<readonly string[]>([])
  const [listed, setListed] = useState<readonly ListedGuest[]>([])
  useOnOpen(open, () => {
    setAddedIds([])
    setListed([])
  })
  const staysOpen = useRef(false)
  const several = useSubmit(open)
  const add = async (values: ListedGuest, done: string | null) => {
    const key = newKey()
    const command = { endpoint: addGuest, body: guestBody(values, null), key }
    await submitTripCommand(trip.id, command, { done, failed })
    setAddedIds((ids) => [newIdOf(addGuest, { tripId: trip.id }, myId, key), ...ids])
  }
  const { form, draft, setRefusal, dialog, field } = useCommandForm<Values, ListedGuest>({
    open,
    onClose,
    draftName: `guest ${trip.id} ${shown?.record.id ?? 'new'}`,
    resolver,
    initialValues: () => ({ ...valuesOf(guest), ...withoutNull(correction?.body ?? {}) }),
    failed,
    correction,
    async submit(values, close) {
      if (guest) {
        const options = { params: { guestId: guest.id }, ...revisionOption(guest, shown!.commands) }
        const body = guestBody(values, guest)
        const texts = { done: 'Guest updated successfully', failed }
        await submitTripCommand(trip.id, { endpoint: changeGuest, body, ...options }, texts)
      } else await add(values, staysOpen.current ? null : 'Guest added successfully')
      if (!staysOpen.current) return close()
      form.setFocus('name')
      draft.restart(valuesOf(null))
    },
    async onConflict() {
      await reload()
      refresh()
    },
  })
  const { name, email, phone, role, notes } = form.watch()
  const { errors } = form.formState
  const list = (found: readonly ListedGuest[]) =>
    setListed((before) => [
      ...before,
      ...newGuests(
        found,
        [...before, ...guests.map(({ record }) => record)].map((known) => known.name),
      ),
    ])
  const addListed = async () => {
    setRefusal(undefined)
    try {
      for (const next of listed) {
        await add(next, null)
        setListed((rest) => rest.filter((other) => other !== next))
      }
    } catch (error) {
      setRefusal(failureText(failed, error))
    }
  }
  const press = (event: SyntheticEvent, stays: boolean) => {
    event.preventDefault()
    staysOpen.current = stays
    if (listed.length > 0) several.run(addListed)
    else if (isDone) dialog.onCancel()
    else dialog.onSubmit(event)
  }
  const addNext = (event: KeyboardEvent) => {
    // Enter also ends the input of a Chinese name.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || shown) return
    event.preventDefault()
    if (name.trim() !== '' || listed.length > 0) press(event, true)
  }
  const paste = (event: ClipboardEvent) => {
    const found = pastedGuests(event.clipboardData.getData('text'))
    if (shown || found.length < 2) return
    event.preventDefault()
    list(found)
  }
  const added = addedIds.flatMap((id) => guests.find(({ record }) => record.id === id) ?? [])
  const isDone = addedIds.length > 0 && name.trim() === '' && listed.length === 0
  const addText = listed.length > 1 ? `Add ${listed.length} Guests` : 'Add Guest'
  return (
    <FormDialog
      {...dialog}
      onSubmit={(event) => press(event, false)}
      isSubmitting={dialog.isSubmitting || several.isSubmitting}
      isValid={dialog.isValid || listed.length > 0 || isDone}
      title={guest ? 'Edit Guest' : 'Add Guest'}
      detail={trip.title}
      submitText={guest ? 'Save' : isDone ? 'Done' : addText}
      busyText={guest ? 'Saving...' : 'Adding...'}
      refusalTitle={failed}
    >
      <TextField
        label="Name"
        autoComplete="off"
        {...(!shown && { helper: 'Enter adds it and asks for the next one. A pasted list adds several.' })}
        onKeyDown={addNext}
        onPaste={paste}
        {...field('name')}
      />
      {!shown && <ContactsButton onChosen={list} />}
      {listed.length > 0 && (
        <PersonChips
          people={listed.map((one) => ({ id: one.name, name: one.name }))}
          onRemove={(removed) => setListed((all) => all.filter((one) => one.name !== removed))}
          className="flex-wrap"
        />
      )}
      {added.length > 0 && (
        <List label="Added guests">
          {added.map(({ record, commands }) => (
            <li key={record.id} className="flex min-h-12 flex-wrap items-center gap-x-3 px-3.5 py-2">
              <Avatar id={record.id} name={record.name} size="sm" />
              <span className="min-w-0 flex-1 wrap-anywhere">
                <bdi>{record.name}</bdi>
              </span>
              {commands.length === 0 && <span className="text-secondary text-muted">Added</span>}
              <RecordMarks commands={commands} />
            </li>
          ))}
        </List>
      )}
      <MoreSection
        isUsed={guest !== null || [email, phone, notes].some((text) => text !== '') || role !== 'member'}
        hasError={'email' in errors || 'phone' in errors || 'notes' in errors}
      >
        <TextField
          label="Email (Optional)"
          type="email"
          inputMode="email"
          autoComplete="off"
          {...field('email')}
        />
        <TextField
          label="Phone (Optional)"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          {...field('phone')}
        />
        <SelectField label="Role" options={roles} {...field('role')} />
        <TextAreaField
          label="Notes (Optional)"
          helper="Only the organizer and co-organizers see them."
          {...field('notes')}
        />
      </MoreSection>
    </FormDialog>
  )
}

interface ContactPicker {
  select(
    properties: readonly (keyof PhoneContact)[],
    options: { multiple: boolean },
  ): Promise<readonly PhoneContact[]>
}

/** The contacts of the phone, where the browser offers them. */
function ContactsButton({ onChosen }: { onChosen: (guests: ListedGuest[]) => void }) {
  const { contacts } = navigator as { contacts?: ContactPicker }
  if (typeof contacts?.select !== 'function') return null
  const choose = async () => {
    try {
      onChosen((await contacts.select(['name', 'email', 'tel'], { multiple: true })).map(contactGuest))
    } catch {
      // Another picker is open, or the phone refuses.
      toast.error('The contacts could not be opened.')
    }
  }
  return (
    <Button
      variant="secondary"
      icon={ContactRound}
      className="justify-self-start"
      onClick={() => void choose()}
    >
      Choose from contacts
    </Button>
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
