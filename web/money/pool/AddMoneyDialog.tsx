// Money for the pool: how much, from whom, and then what became of each person's deposit. It closes by itself when
// all is well; where something waits or was refused, it stays and says so by name.

import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { TripResponse } from '#core/trips/responses.ts'
import { ContributionFields } from '#web/money/pool/ContributionFields.tsx'
import type { ContributionEntryBody, ContributionValues } from '#web/money/pool/contributionForm.ts'
import { contributionResolver, noContribution, totalOf } from '#web/money/pool/contributionForm.ts'
import { DepositResults } from '#web/money/pool/DepositResults.tsx'
import { NOT_CONTRIBUTED, useDeposits } from '#web/money/pool/useDeposits.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { formatMoney } from '#web/platform/format.ts'
import { readAmount } from '#web/platform/form.ts'
import { useFormDraft } from '#web/platform/useFormDraft.ts'
import { useSubmit } from '#web/platform/useSubmit.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { RestoredNote } from '#web/ui/RestoredNote.tsx'
import { toast, waitingText } from '#web/ui/toasts.tsx'

interface AddMoneyDialogProps {
  trip: TripResponse
  open: boolean
  onClose: () => void
}

export function AddMoneyDialog({ trip, open, onClose }: AddMoneyDialogProps) {
  const { people } = useTripPeople(trip.id)
  const form = useForm<ContributionValues, unknown, ContributionEntryBody>({
    resolver: contributionResolver(trip.currency, people?.map(({ name }) => name) ?? []),
    mode: 'onChange',
    defaultValues: noContribution,
  })
  const deposits = useDeposits(trip)
  const { isSubmitting, run } = useSubmit()

  // Emptied when it opens, not while it is still fading out.
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) deposits.clear()
  }
  const draft = useFormDraft(form, { open, about: `deposit ${trip.id}`, start: () => noContribution })

  const contribute = form.handleSubmit(async (given) => {
    const chosen = people?.filter(({ id }) => given.selected.includes(id)) ?? []
    // From here on each deposit is in the outbox: what is typed again would be a second one.
    draft.end()
    const heard = await deposits.start(chosen, given)
    if (heard.every(({ state }) => state === 'done')) {
      const total = totalOf(String(given.amount), chosen.length, trip.currency) ?? 0
      toast.success(`${formatMoney(total, trip.currency)} added to the pool`)
      onClose()
    } else if (heard.every((one) => one.state === 'waiting')) {
      toast.waiting(heard[0]!, NOT_CONTRIBUTED)
      onClose()
    }
  })

  const { amount, selected } = useWatch({ control: form.control })
  const { shown } = deposits
  const isStarted = shown.length > 0
  const waiting = shown.find(({ state }) => state === 'waiting')
  const count = selected?.length ?? 0
  const busy = isSubmitting || shown.some(({ state }) => state === 'sending')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add Money"
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isStarted) run(() => contribute(event))
      }}
      footer={
        isStarted && !isSubmitting ? (
          <Button onClick={onClose} disabled={busy}>
            Done
          </Button>
        ) : (
          <>
            <Button
              variant="quiet"
              onClick={() => {
                draft.end()
                onClose()
              }}
              disabled={busy}
            >
              Cancel
            </Button>
            <Button
              className="max-md:flex-auto!"
              type="submit"
              disabled={!form.formState.isValid}
              busy={isSubmitting}
              busyText="Adding..."
            >
              Add Money ({count} people)
            </Button>
          </>
        )
      }
    >
      {isStarted ? (
        <div className="grid gap-4">
          {waiting && (
            <Banner tone={waiting.text === null ? 'info' : 'danger'}>
              {waitingText({ failure: waiting.text }, NOT_CONTRIBUTED)}
            </Banner>
          )}
          {shown.some(({ state }) => state === 'refused') && (
            <Banner tone="danger" title={NOT_CONTRIBUTED}>
              What is marked as added is in the pool. Retry sends only what is missing.
            </Banner>
          )}
          <DepositResults deposits={shown} amount={readAmount(amount ?? '') ?? 0} currency={trip.currency} />
        </div>
      ) : (
        <div className="grid gap-5">
          <RestoredNote {...draft} />
          <ContributionFields trip={trip} form={form} />
        </div>
      )}
    </Dialog>
  )
}
