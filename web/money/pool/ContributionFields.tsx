// The fields of a contribution: pool balance, amount per person, description and people.

import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { TripResponse } from '#core/trips/responses.ts'
import {
  type ContributionEntryBody,
  type ContributionValues,
  selectedPeople,
  totalOf,
} from '#web/money/pool/contributionForm.ts'
import { PoolBalance } from '#web/money/pool/PoolBalance.tsx'
import { usePool } from '#web/money/pool/usePool.ts'
import type { FormField } from '#web/platform/useCommandForm.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { currencyDigits, currencySymbol, formatMoney } from '#web/platform/format.ts'
import { useMyId } from '#web/platform/useMyId.ts'
import { CheckList } from '#web/ui/CheckList.tsx'
import { DetailList } from '#web/ui/DetailList.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'

interface ContributionFieldsProps {
  trip: TripResponse
  form: UseFormReturn<ContributionValues, unknown, ContributionEntryBody>
  field: FormField<ContributionValues>
}

export function ContributionFields({ trip, form, field }: ContributionFieldsProps) {
  const { currency } = trip
  const { pool } = usePool(trip)
  const { people, query } = useTripPeople(trip.id)
  const myId = useMyId()
  const { amount = '', selected = [] } = useWatch({ control: form.control })
  const total = totalOf(amount, selectedPeople(people ?? [], selected).length, currency)
  const setSelected = (ids: string[]) =>
    form.setValue('selected', ids, { shouldDirty: true, shouldValidate: true })

  return (
    <div className="grid gap-5">
      <DetailList
        details={[
          {
            name: 'Current Balance',
            value: pool ? <PoolBalance balance={pool.balance} currency={currency} /> : '…',
          },
        ]}
      />
      <MoneyField
        label="Amount"
        helper="From each selected participant"
        symbol={currencySymbol(currency)}
        placeholder={currencyDigits(currency) === 0 ? '0' : '0.00'}
        {...field('amount')}
      />
      <TextField label="Description (Optional)" placeholder="Pool contribution" {...field('description')} />
      {people ? (
        <CheckList
          legend="Participants"
          items={people.map((person) => ({
            id: person.id,
            name: person.name,
            ...(person.id === myId && { detail: 'You' }),
            ...(person.type === 'guest' && { detail: 'Guest' }),
          }))}
          selected={selected}
          onChange={setSelected}
          selectAll="Select All"
          clear="Deselect All"
          hasOneButton
          chips={false}
          empty="No participants found"
          error={form.formState.errors.selected?.message}
        />
      ) : (
        <Loaded
          query={query}
          failed="Failed to load trip participants"
          skeleton={<SkeletonList rows={trip.participants.length + trip.guestCount} />}
          retriesInPlace
        />
      )}
      <DetailList
        details={[
          {
            name: 'Total',
            isTotal: true,
            value: <output aria-live="polite">{total === null ? '–' : formatMoney(total, currency)}</output>,
          },
        ]}
      />
    </div>
  )
}
