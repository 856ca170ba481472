// Everything to fill in.

import { useState } from 'react'
import { people } from '#tests/ui/gallery/people.ts'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { CheckList } from '#web/ui/fields/CheckList.tsx'
import { DateField } from '#web/ui/fields/DateField.tsx'
import { MoneyField } from '#web/ui/fields/MoneyField.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { SearchField } from '#web/ui/fields/SearchField.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { TextAreaField } from '#web/ui/fields/TextAreaField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

const categories = [
  { value: 'food', label: 'Food' },
  { value: 'other', label: 'Other' },
]

export function FieldSection() {
  const [search, setSearch] = useState('din')
  const [selected, setSelected] = useState<string[]>([])
  return (
    <section>
      <SectionTitle>Fields</SectionTitle>
      <Card className="grid gap-5 md:grid-cols-2">
        <TextField label="Username" helper="3 to 20 characters" defaultValue="alice" />
        <PasswordField label="Password" error="Password must be at least 6 characters" defaultValue="trip" />
        <MoneyField label="Amount" symbol="HK$" defaultValue="1234.50" />
        <SelectField label="Category" options={categories} />
        <DateField label="Date" defaultValue="2026-12-12" />
        <DateField label="Start time" type="time" defaultValue="09:00" />
        <SearchField label="Search expenses" value={search} onChange={setSearch} />
        <TextField label="Country" disabled defaultValue="Cannot be changed" />
        <TextAreaField label="Notes" placeholder="Anything to know" />
        <div>
          <Switch
            label="Public"
            helper="Other users can discover and request to join the trip."
            defaultChecked
          />
          <Switch label="Notifications" />
          <Checkbox label="Paid from the pool" detail="Balance HK$1,800.00" className="-mx-3" />
        </div>
      </Card>
      <Card className="mt-4">
        <CheckList
          legend="Participants"
          items={people}
          selected={selected}
          onChange={setSelected}
          clear="Deselect All"
          asChips
        />
      </Card>
      <Card className="mt-4">
        <CheckList
          legend="Add People"
          items={[]}
          selected={[]}
          onChange={setSelected}
          empty="No other users available to invite"
          error="Please select at least one participant"
        />
      </Card>
    </section>
  )
}
