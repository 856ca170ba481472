// A form in a dialog that is loaded on demand.

import { useState } from 'react'
import { people } from '#tests/ui/gallery/people.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { CheckList } from '#web/ui/fields/CheckList.tsx'
import { DateField } from '#web/ui/fields/DateField.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { MoneyField } from '#web/ui/fields/MoneyField.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { TextAreaField } from '#web/ui/fields/TextAreaField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

const currencies = [
  { value: 'HKD', label: 'HKD (HK$)' },
  { value: 'USD', label: 'USD (US$)' },
]

export function FormDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [selected, setSelected] = useState(['u2', 'u4'])
  const [isPublic, setPublic] = useState(false)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Plan a New Trip"
      onSubmit={(event) => {
        event.preventDefault()
        toast.error('Failed to create trip. Please try again.')
      }}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Create Trip</Button>
        </>
      }
    >
      <div className="grid gap-5">
        <TextField label="Trip Title" name="title" error="Trip title is required" />
        <TextField label="Destination" name="destination" defaultValue="Kyoto, Japan" />
        <div className="grid gap-5 sm:grid-cols-2">
          <DateField label="Start Date" defaultValue="2026-12-12" />
          <DateField label="End Date" defaultValue="2026-12-19" />
          <MoneyField label="Budget (Optional)" symbol="HK$" />
          <SelectField label="Currency" options={currencies} />
        </div>
        <TextAreaField label="Description (Optional)" />
        <Switch
          label="Public trip"
          helper={
            isPublic
              ? 'Public: Other users can discover and request to join the trip.'
              : 'Private: Only invited participants can see it.'
          }
          checked={isPublic}
          onChange={(event) => setPublic(event.target.checked)}
        />
        <CheckList
          legend="Add Participants"
          items={people}
          asChips
          selected={selected}
          onChange={setSelected}
        />
      </div>
    </Dialog>
  )
}
