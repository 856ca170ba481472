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

export function AddMoneyDialog({ trip, open, onClose }: DialogState & { trip: TripResponse }) {
  const people = useTripPeople(trip.id).people ?? []
  const { form, dialog } = useCommandForm<ContributionValues, ContributionEntryBody>({
    open,
    onClose,
    draftName: `deposit ${trip.id}`,
    resolver: contributionResolver(trip.currency, people),
    initialValues: () => emptyContribution,
    fields: ['amount', 'description'],
    failed: poolFailures.add,
    async submit(entry, close) {
      const contributors = selectedPeople(people, entry.selected)
      // Whoever's contribution is in the outbox is not selected any more, so that no retry sends it a second time.
      await submitContributions(trip, contributors, entry, ({ id }) => {
        const selected = form.getValues('selected').filter((other) => other !== id)
        form.setValue('selected', selected)
      })
      close()
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
      <ContributionFields trip={trip} form={form} />
    </FormDialog>
  )
}
