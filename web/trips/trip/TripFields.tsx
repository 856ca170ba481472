// The fields of a trip, for planning and editing.

import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { CURRENCIES } from '#core/kernel/money.ts'
import { currencySymbol } from '#web/platform/time/format.ts'
import type { FormField } from '#web/platform/forms/useCommandForm.ts'
import type { TripValues } from '#web/trips/trip/tripForm.ts'
import { DateField } from '#web/ui/fields/DateField.tsx'
import { MoneyField } from '#web/ui/fields/MoneyField.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { TextAreaField } from '#web/ui/fields/TextAreaField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

interface TripFieldsProps<Body> {
  form: UseFormReturn<TripValues, unknown, Body>
  field: FormField<TripValues>
  /** Why the currency cannot change any more; undefined when it can. */
  currencyIsFixed?: string | undefined
  /** Shown below the dates. */
  belowDates?: ReactNode
}

export function TripFields<Body>({ form, field, currencyIsFixed, belowDates }: TripFieldsProps<Body>) {
  const [currency, isPublic, startDate] = form.watch(['currency', 'isPublic', 'startDate'])
  return (
    <>
      <TextField label="Trip Title" autoComplete="off" enterKeyHint="next" {...field('title')} />
      <TextField label="Destination" autoComplete="off" enterKeyHint="next" {...field('destination')} />
      <div className={pair}>
        <DateField label="Start Date" {...field('startDate', { deps: 'endDate' })} />
        <DateField label="End Date" min={startDate} {...field('endDate', { deps: 'startDate' })} />
      </div>
      {belowDates}
      <div className={pair}>
        <MoneyField label="Budget (Optional)" symbol={currencySymbol(currency)} {...field('budget')} />
        {currencyIsFixed === undefined ? (
          <SelectField label="Currency" options={currencies} {...field('currency', { deps: 'budget' })} />
        ) : (
          <SelectField
            label="Currency"
            disabled
            defaultValue={currency}
            options={currencies}
            helper={currencyIsFixed}
          />
        )}
      </div>
      <TextAreaField label="Description (Optional)" {...field('description')} />
      <Switch
        label="Public trip"
        helper={
          isPublic
            ? 'Public: Other users can discover and request to join the trip.'
            : 'Private: Only invited participants can see it.'
        }
        {...form.register('isPublic')}
      />
    </>
  )
}

/** Two fields side by side where both fit, also with large text. */
const pair = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-x-4 gap-y-5'

const currencies = CURRENCIES.map((code) => {
  const symbol = currencySymbol(code)
  return { value: code, label: symbol === code ? code : `${code} (${symbol})` }
})
