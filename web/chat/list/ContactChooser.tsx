// Selects contacts: the selected ones are chips above, the found ones are checkboxes below.

import { shownName } from '#core/kernel/personName.ts'
import { useState } from 'react'
import type { User } from '#core/people/contract.ts'
import { findContacts } from '#web/chat/contacts/findContacts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { ErrorText } from '#web/ui/feedback/ErrorText.tsx'
import { PersonChips } from '#web/ui/fields/Chip.tsx'
import { SearchField } from '#web/ui/fields/SearchField.tsx'

interface ContactChooserProps {
  contacts: readonly User[]
  selected: readonly string[]
  onChange: (ids: string[]) => void
  error?: string | undefined
}

/** The rest is found by typing. */
const MAX_SHOWN = 50

export function ContactChooser({ contacts, selected, onChange, error }: ContactChooserProps) {
  const [typed, setTyped] = useState('')
  const matching = findContacts(contacts, typed)
  const chosen = contacts.filter(({ id }) => selected.includes(id))
  const toggle = (id: string) =>
    onChange(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id])
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-secondary font-medium">Participants</legend>
      <SearchField label="Search contacts" value={typed} onChange={setTyped} maxLength={100} />
      {/* Always one line, so that the rows never move. */}
      <div className="-mx-(--gutter) my-2 flex min-h-8 items-center no-scrollbar overflow-x-auto overscroll-x-contain px-(--gutter)">
        {chosen.length === 0 ? (
          <p className={`text-secondary ${error === undefined ? 'text-muted' : 'text-danger'}`}>
            Please select at least one participant
          </p>
        ) : (
          <PersonChips
            people={chosen.map((user) => ({ id: user.id, name: shownName(user) }))}
            onRemove={toggle}
          />
        )}
      </div>
      {chosen.length > 0 && <ErrorText text={error} className="mb-2" />}
      {matching.length === 0 ? (
        <p className="rounded-field bg-surface-2 px-4 py-5 text-center text-secondary text-muted">
          No contacts found
        </p>
      ) : (
        <ul className="rounded-card border border-line p-1">
          {matching.slice(0, MAX_SHOWN).map((contact) => (
            <li key={contact.id}>
              <Checkbox
                label={shownName(contact)}
                {...(contact.email !== null && { detail: contact.email })}
                leading={<Avatar id={contact.id} name={shownName(contact)} size="sm" />}
                checked={selected.includes(contact.id)}
                onChange={() => toggle(contact.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {matching.length > MAX_SHOWN && (
        <p className="mt-2 text-center text-secondary text-muted">{`and ${matching.length - MAX_SHOWN} more: type a name to find them`}</p>
      )}
    </fieldset>
  )
}
