// The fields of a trip, for planning and editing.

import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { addDays } from '#core/kernel/calendar.ts'
import { CURRENCIES } from '#core/kernel/money.ts'
import { latestStart } from '#core/trips/dates.ts'
import { currencySymbol } from '#web/platform/time/format.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import type { FormField } from '#web/platform/forms/useCommandForm.ts'
import type { DateRange } from '#web/trips/trip/dateRange.ts'
import { DateRangeField } from '#web/trips/trip/DateRangeField.tsx'
import type { TripValues } from '#web/trips/trip/tripForm.ts'
import { MoneyField } from '#web/ui/fields/MoneyField.tsx'
import { MoreSection } from '#web/ui/fields/MoreSection.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { TextAreaField } from '#web/ui/fields/TextAreaField.tsx'
import { TextField, type TextFieldProps } from '#web/ui/fields/TextField.tsx'

interface TripFieldsProps<Body> {
  form: UseFormReturn<TripValues, unknown, Body>
  field: FormField<TripValues>
  /** Further props of the title. */
  title?: Pick<TextFieldProps, 'note' | 'onFocus'>
  /** The start of a trip that is planned already: once it is over, the calendar changes the end only. */
  plannedStart?: string
  /** Why the currency cannot change any more; undefined when it can. */
  currencyIsFixed?: string | undefined
  /** Shown below the dates. */
  belowDates?: ReactNode
  /** More is open at first. */
  showsMore?: boolean
}

export function TripFields<Body>({ form, field, ...props }: TripFieldsProps<Body>) {
  const { plannedStart, currencyIsFixed, belowDates, showsMore = false } = props
  const { currency, isPublic, startDate, endDate, budget, description } = form.watch()
  const { errors } = form.formState
  const today = useToday()
  const isStartFixed = startDate === plannedStart && startDate < today
  const pick = (range: DateRange) => {
    form.setValue('endDate', range.endDate, { shouldDirty: true })
    form.setValue('startDate', range.startDate, { shouldDirty: true })
    form.clearErrors(['startDate', 'endDate'])
    // While the end is still to be pressed, it is not called missing.
    void form.trigger(range.endDate === '' ? 'startDate' : ['startDate', 'endDate'])
  }
  return (
    <>
      <TextField
        label="Destination"
        icon={MapPin}
        autoComplete="off"
        enterKeyHint="next"
        {...field('destination')}
      />
      <TextField
        label="Trip Title"
        autoComplete="off"
        enterKeyHint="next"
        {...props.title}
        {...field('title')}
      />
      <DateRangeField
        range={{ startDate, endDate }}
        today={today}
        min={isStartFixed ? addDays(startDate, 1) : today}
        max={latestStart(today)}
        isStartFixed={isStartFixed}
        onPick={pick}
        start={field('startDate', { deps: 'endDate' })}
        end={field('endDate', { deps: 'startDate' })}
      />
      {belowDates}
      <MoreSection
        isUsed={showsMore || budget !== '' || description !== '' || isPublic}
        hasError={'budget' in errors || 'currency' in errors || 'description' in errors}
      >
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
      </MoreSection>
    </>
  )
}

/** Two fields side by side where both fit, also with large text. */
const pair = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-x-4 gap-y-5'

const currencies = CURRENCIES.map((code) => {
  const symbol = currencySymbol(code)
  return { value: code, label: symbol === code ? code : `${code} (${symbol})` }
})
