// Adds contributions of one or more people to the pool, each with a command of its own.

import { CONTRIBUTION_TEXT } from '#core/money/roster.ts'
import { useWatch } from 'react-hook-form'
import type { TripResponse } from '#core/trips/responses.ts'
import { poolFailures, submitContributions } from '#web/money/pool/contributionCommands.ts'
import {
  type ContributionEntryBody,
  type ContributionValues,
  contributionResolver,
  emptyContribution,
  selectedPeople,
  totalOf,
} from '#web/money/pool/contributionForm.ts'
import { PoolBalance } from '#web/money/pool/PoolBalance.tsx'
import { usePool } from '#web/money/pool/usePool.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { currencyDigits, currencySymbol, formatMoney } from '#web/platform/format.ts'
import { useCommandForm } from '#web/platform/useCommandForm.ts'
import { useMyId } from '#web/platform/useMyId.ts'
import { CheckList } from '#web/ui/CheckList.tsx'
import { DetailList } from '#web/ui/DetailList.tsx'
import type { DialogState } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'

export function AddMoneyDialog({ trip, ...state }: DialogState & { trip: TripResponse }) {
  const { currency } = trip
  const people = useTripPeople(trip.id).people ?? []
  const { pool } = usePool(trip)
  const { form, dialog, field } = useCommandForm<ContributionValues, ContributionEntryBody>({
    ...state,
    draftName: `deposit ${trip.id}`,
    resolver: contributionResolver(currency, people),
    initialValues: () => emptyContribution,
    failed: poolFailures.add,
    async submit(entry, close) {
      const contributors = selectedPeople(people, entry.selected)
      const submitted = new Set<string>()
      try {
        await submitContributions(trip, contributors, entry, ({ id }) => submitted.add(id))
        close()
      } catch (error) {
        // So that the next press sends no contribution a second time.
        form.setValue(
          'selected',
          entry.selected.filter((id) => !submitted.has(id)),
        )
        throw error
      }
    },
  })
  const { amount = '', selected = [] } = useWatch({ control: form.control })
  const { length: count } = selectedPeople(people, selected)
  const total = totalOf(amount, count, currency)
  const totalText = total === null ? '–' : formatMoney(total, currency)
  const balance = pool ? <PoolBalance balance={pool.balance} currency={currency} /> : '…'
  return (
    <FormDialog
      {...dialog}
      title="Add Money"
      submitText={`Add Money (${count} people)`}
      busyText="Adding..."
      refusalTitle={poolFailures.add}
    >
      <DetailList details={[{ name: 'Current Balance', value: balance }]} />
      <MoneyField
        label="Amount"
        helper="From each selected participant"
        symbol={currencySymbol(currency)}
        placeholder={currencyDigits(currency) === 0 ? '0' : '0.00'}
        {...field('amount')}
      />
      <TextField label="Description (Optional)" placeholder={CONTRIBUTION_TEXT} {...field('description')} />
      <Contributors
        trip={trip}
        selected={selected}
        onChange={(ids) => form.setValue('selected', ids, { shouldDirty: true, shouldValidate: true })}
        error={form.formState.errors.selected?.message}
      />
      <DetailList
        details={[{ name: 'Total', isTotal: true, value: <output aria-live="polite">{totalText}</output> }]}
      />
    </FormDialog>
  )
}

interface ContributorsProps {
  trip: TripResponse
  selected: readonly string[]
  onChange: (ids: string[]) => void
  error: string | undefined
}

function Contributors({ trip, ...field }: ContributorsProps) {
  const { people, query } = useTripPeople(trip.id)
  const myId = useMyId()
  if (!people)
    return (
      <Loaded
        query={query}
        failed="Failed to load trip participants"
        skeleton={<SkeletonList rows={trip.participants.length + trip.guestCount} />}
        retriesInPlace
      />
    )
  return (
    <CheckList
      {...field}
      legend="Participants"
      items={people.map((person) => ({
        id: person.id,
        name: person.name,
        ...(person.id === myId && { detail: 'You' }),
        ...(person.type === 'guest' && { detail: 'Guest' }),
      }))}
      selectAll="Select All"
      clear="Deselect All"
      hasOneButton
      chips={false}
      empty="No participants found"
    />
  )
}
