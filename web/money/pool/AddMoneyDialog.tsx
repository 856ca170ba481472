// Adds contributions of one or more people to the pool, each with a command of its own.

import { useWatch } from 'react-hook-form'
import type { TripResponse } from '#core/trips/responses.ts'
import { poolFailures, submitContributions } from '#web/money/pool/contributionCommands.ts'
import { ContributionFields } from '#web/money/pool/ContributionFields.tsx'
import {
  type ContributionEntryBody,
  type ContributionValues,
  contributionResolver,
  emptyContribution,
  selectedPeople,
} from '#web/money/pool/contributionForm.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { useCommandForm } from '#web/platform/useCommandForm.ts'
import type { DialogState } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'

export function AddMoneyDialog({ trip, ...state }: DialogState & { trip: TripResponse }) {
  const people = useTripPeople(trip.id).people ?? []
  const { form, dialog, field } = useCommandForm<ContributionValues, ContributionEntryBody>({
    ...state,
    draftName: `deposit ${trip.id}`,
    resolver: contributionResolver(trip.currency, people),
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
  const { selected = [] } = useWatch({ control: form.control })
  return (
    <FormDialog
      {...dialog}
      title="Add Money"
      submitText={`Add Money (${selectedPeople(people, selected).length} people)`}
      busyText="Adding..."
      refusalTitle={poolFailures.add}
    >
      <ContributionFields trip={trip} form={form} field={field} />
    </FormDialog>
  )
}
