// Adds contributions of one or more people to the pool, each with a command of its own.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { CONTRIBUTION_TEXT } from '#core/money/roster.ts'
import { useWatch } from 'react-hook-form'
import type { TripResponse } from '#core/trips/responses.ts'
import { submitContributions } from '#web/money/pool/contributionCommands.ts'
import { failures } from '#web/records/failures.ts'
import {
  type ContributionEntryBody,
  type ContributionValues,
  contributionResolver,
  blankContribution,
  selectedPeople,
  totalOf,
} from '#web/money/pool/contributionForm.ts'
import { PoolBalance } from '#web/money/pool/PoolBalance.tsx'
import { PartsBar } from '#web/money/StackedBar.tsx'
import { usePool } from '#web/money/pool/usePool.ts'
import { LoadingPeople } from '#web/money/LoadingPeople.tsx'
import { choiceLabel } from '#web/money/tripPeople.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { currencyDigits, currencySymbol } from '#web/platform/time/format.ts'
import { useCommandForm } from '#web/platform/forms/useCommandForm.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { CheckList } from '#web/ui/fields/CheckList.tsx'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { FigureField } from '#web/ui/fields/FigureField.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { Money } from '#web/ui/Money.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

export function AddMoneyDialog({ trip, ...state }: DialogState & { trip: TripResponse }) {
  const { currency } = trip
  const myId = useMyId()
  const people = useTripPeople(trip.id).people ?? []
  const { pool } = usePool(trip)
  const { form, dialog, field } = useCommandForm<ContributionValues, ContributionEntryBody>({
    ...state,
    draftName: `deposit ${trip.id}`,
    resolver: contributionResolver(currency, people),
    initialValues: () =>
      blankContribution(
        myId,
        people.find(({ id }) => id === pool?.lastKeeper?.id),
      ),
    failed: failures.contribution.add,
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
  const { amount = '', selected = [], keptBy = '' } = useWatch({ control: form.control })
  const { length: count } = selectedPeople(people, selected)
  const total = totalOf(amount, count, currency)
  const symbol = currencySymbol(currency)
  return (
    <FormDialog
      {...dialog}
      title="Add Money"
      detail={trip.title}
      plain
      result={
        <Result
          balance={pool?.totals.balance}
          each={totalOf(amount, 1, currency)}
          {...{ count, total, currency }}
        />
      }
      submitText={`Add Money (${count} people)`}
      busyText="Adding..."
      refusalTitle={failures.contribution.add}
    >
      <FigureField
        label="Amount"
        helper="From each selected participant"
        text={amount}
        mark={<span className="text-section font-semibold text-muted">{symbol}</span>}
        markText={symbol}
        placeholder={currencyDigits(currency) === 0 ? '0' : '0.00'}
        {...field('amount')}
      />
      <TextField label="Description (Optional)" placeholder={CONTRIBUTION_TEXT} {...field('description')} />
      <Contributors
        trip={trip}
        each={totalOf(amount, 1, currency)}
        selected={selected}
        onChange={(ids) => form.setValue('selected', ids, { shouldDirty: true, shouldValidate: true })}
        error={form.formState.errors.selected?.message}
      />
      <SelectField
        label="Who keeps the money? (Optional)"
        options={[
          { value: '', label: 'Not said' },
          ...people.map((person) => ({ value: person.id, label: choiceLabel(person, myId) })),
        ]}
        value={people.some(({ id }) => id === keptBy) ? keptBy : ''}
        {...field('keptBy')}
      />
    </FormDialog>
  )
}

interface ResultProps {
  /** Of the pool; undefined while it is loaded. All amounts are in minor units. */
  balance: number | undefined
  /** Null while no amount is typed. */
  each: number | null
  count: number
  total: number | null
  currency: CurrencyCode
}

/** What the contributions make of the pool. */
function Result({ balance, each, count, total, currency }: ResultProps) {
  const then = balance === undefined ? null : balance + (total ?? 0)
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap justify-between gap-x-4 text-secondary text-muted">
        <span>
          Current Balance{' '}
          {balance === undefined ? <span>…</span> : <PoolBalance balance={balance} currency={currency} />}
        </span>
        {then !== null && total !== null && total > 0 && (
          <span>
            then <PoolBalance balance={then} currency={currency} />
          </span>
        )}
      </p>
      <PartsBar
        parts={[
          { label: 'now', amount: Math.max(balance ?? 0, 0), color: 'var(--primary)' },
          {
            label: 'added',
            amount: total ?? 0,
            color: 'color-mix(in oklab, var(--primary) 42%, var(--surface))',
          },
        ]}
      />
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">
          Total{' '}
          {each !== null && count > 0 && (
            <span className="text-secondary font-normal text-muted tabular-nums">{`${count} × ${formatMinor(each, currency)}`}</span>
          )}
        </span>
        <output aria-live="polite" className="text-title font-semibold tabular-nums">
          {total === null ? '–' : formatMinor(total, currency)}
        </output>
      </p>
    </div>
  )
}

interface ContributorsProps {
  trip: TripResponse
  /** Of each selected person, in minor units; null while no amount is typed. */
  each: number | null
  selected: readonly string[]
  onChange: (ids: string[]) => void
  error: string | undefined
}

function Contributors({ trip, each, ...field }: ContributorsProps) {
  const { people, query } = useTripPeople(trip.id)
  const myId = useMyId()
  if (!people)
    return (
      <LoadingPeople
        query={query}
        skeleton={<SkeletonList rows={trip.participants.length + trip.guestCount} />}
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
        figure: (
          <Money
            text={formatMinor(field.selected.includes(person.id) ? (each ?? 0) : 0, trip.currency)}
            className={field.selected.includes(person.id) ? 'font-semibold' : 'text-muted'}
          />
        ),
      }))}
      selectAll="Select All"
      clear="Deselect All"
      hasOneButton
      empty="No participants found"
    />
  )
}
