// The details of the trip that an import makes, suggested from the file.

import { CURRENCIES } from '#core/kernel/money.ts'
import type { NewTripValues } from '#web/money/imports/newTrip.ts'
import { PreviewSection } from '#web/money/imports/PreviewSection.tsx'
import type { FormFields } from '#web/platform/forms/form.ts'
import { Card } from '#web/ui/Card.tsx'
import { DateField } from '#web/ui/fields/DateField.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

interface NewTripFieldsProps {
  values: NewTripValues
  errors: FormFields
  onChange: (values: NewTripValues) => void
}

export function NewTripFields({ values, errors, onChange }: NewTripFieldsProps) {
  const field = (name: Exclude<keyof NewTripValues, 'currency'>) => ({
    value: values[name],
    // What is still empty is asked for at the button.
    error: values[name] === '' ? undefined : errors[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...values, [name]: target.value }),
  })
  return (
    <PreviewSection title="The new trip">
      <Card className="grid gap-4">
        <TextField label="Trip Title" autoComplete="off" {...field('title')} />
        <TextField label="Destination" autoComplete="off" {...field('destination')} />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-4">
          <DateField label="Start Date" {...field('startDate')} />
          <DateField label="End Date" {...field('endDate')} />
        </div>
        <SelectField
          label="Currency"
          options={CURRENCIES.map((code) => ({ value: code, label: code }))}
          value={values.currency}
          onChange={({ target }) => onChange({ ...values, currency: target.value })}
        />
      </Card>
    </PreviewSection>
  )
}
