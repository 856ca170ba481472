// Adds money to the pool, from one or more people, and then shows the result of each deposit. Closes by itself when all
// are done or all wait for the network; otherwise it stays open and names the others.

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
import { DepositResults, type DepositResultsProps } from '#web/money/pool/DepositResults.tsx'
import { CONTRIBUTION_FAILED, useDeposits } from '#web/money/pool/useDeposits.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { formatMoney } from '#web/platform/format.ts'
import { readAmount } from '#web/platform/form.ts'
import { useCommandForm } from '#web/platform/useCommandForm.ts'
import { useOnOpen } from '#web/platform/useOnOpen.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { DialogState } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast, pendingText } from '#web/ui/toasts.tsx'

export function AddMoneyDialog({ trip, open, onClose }: DialogState & { trip: TripResponse }) {
  const people = useTripPeople(trip.id).people ?? []
  const deposits = useDeposits(trip)
  useOnOpen(open, deposits.clear)
  const { form, draft, dialog } = useCommandForm<ContributionValues, ContributionEntryBody>({
    open,
    onClose,
    draftName: `deposit ${trip.id}`,
    resolver: contributionResolver(trip.currency, people),
    initialValues: () => emptyContribution,
    fields: [],
    async submit(values) {
      const contributors = selectedPeople(people, values.selected)
      // The outbox stores the deposits now. A draft that outlived the dialog could be sent a second time.
      draft.end()
      const results = await deposits.submit(contributors, values)
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
  const { shown } = deposits
  const isStarted = shown.length > 0
  const isSending = shown.some(({ state }) => state === 'sending')
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
        <Results deposits={shown} amount={readAmount(amount) ?? 0} currency={trip.currency} />
      ) : (
        <ContributionFields trip={trip} form={form} />
      )}
    </FormDialog>
  )
}

function Results(props: DepositResultsProps) {
  const waiting = props.deposits.find(({ state }) => state === 'waiting')
  return (
    <div className="grid gap-4">
      {waiting && (
        <Banner tone={waiting.text === null ? 'info' : 'danger'}>
          {pendingText({ failure: waiting.text }, CONTRIBUTION_FAILED)}
        </Banner>
      )}
      {props.deposits.some(({ state }) => state === 'refused') && (
        <Banner tone="danger" title={CONTRIBUTION_FAILED}>
          Deposits marked as added are in the pool. Retry sends only what is missing.
        </Banner>
      )}
      <DepositResults {...props} />
    </div>
  )
}
