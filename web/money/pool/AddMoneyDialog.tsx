// Adds contributions of one or more people to the pool. Closes when all are done or all wait for the network; otherwise
// it stays open and shows the result of each.

import { useWatch } from 'react-hook-form'
import type { TripResponse } from '#core/trips/responses.ts'
import { ContributionFields } from '#web/money/pool/ContributionFields.tsx'
import {
  type ContributionEntryBody,
  type ContributionValues,
  contributionResolver,
  emptyContribution,
  selectedPeople,
  totalOf,
} from '#web/money/pool/contributionForm.ts'
import { ContributionResults } from '#web/money/pool/ContributionResults.tsx'
import { CONTRIBUTION_FAILED, useContributions } from '#web/money/pool/useContributions.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { formatMoney } from '#web/platform/format.ts'
import { readAmount } from '#web/platform/form.ts'
import { useCommandForm } from '#web/platform/useCommandForm.ts'
import { useOnOpen } from '#web/platform/useOnOpen.ts'
import { Button } from '#web/ui/Button.tsx'
import type { DialogState } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast } from '#web/ui/toasts.tsx'

export function AddMoneyDialog({ trip, open, onClose }: DialogState & { trip: TripResponse }) {
  const people = useTripPeople(trip.id).people ?? []
  const { contributions, submit, clear } = useContributions(trip)
  useOnOpen(open, clear)
  const { form, draft, dialog } = useCommandForm<ContributionValues, ContributionEntryBody>({
    open,
    onClose,
    draftName: `deposit ${trip.id}`,
    resolver: contributionResolver(trip.currency, people),
    initialValues: () => emptyContribution,
    fields: [],
    async submit(values) {
      const contributors = selectedPeople(people, values.selected)
      // The outbox stores the contributions now. A draft that stayed could be sent a second time.
      draft.end()
      const results = await submit(contributors, values)
      if (results.every(({ state }) => state === 'done')) {
        const total = totalOf(String(values.amount), contributors.length, trip.currency) ?? 0
        toast.success(`${formatMoney(total, trip.currency)} added to the pool`)
        onClose()
      } else if (results.every((result) => result.state === 'waiting')) {
        toast.waiting(results[0]!, CONTRIBUTION_FAILED)
        onClose()
      }
    },
  })
  const { amount = '', selected = [] } = useWatch({ control: form.control })
  const isStarted = contributions.length > 0
  const isSending = contributions.some(({ state }) => state === 'sending')
  return (
    <FormDialog
      {...dialog}
      title="Add Money"
      submitText={`Add Money (${selectedPeople(people, selected).length} people)`}
      busyText="Adding..."
      isSubmitting={dialog.isSubmitting || isSending}
      draft={isStarted ? undefined : dialog.draft}
      {...(isStarted &&
        !dialog.isSubmitting && {
          footer: (
            <Button onClick={onClose} disabled={isSending}>
              Done
            </Button>
          ),
        })}
    >
      {isStarted ? (
        <ContributionResults
          contributions={contributions}
          amount={readAmount(amount) ?? 0}
          currency={trip.currency}
        />
      ) : (
        <ContributionFields trip={trip} form={form} />
      )}
    </FormDialog>
  )
}
