// Planning a new trip, with whoever shall come along. What was typed stays until the trip is there or the form is
// cancelled.

import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import type { PlanTrip } from '#core/trips/bodies.ts'
import { planTrip } from '#core/trips/contract.ts'
import { deviceToday } from '#web/platform/format.ts'
import { send } from '#web/platform/send.ts'
import { showRefusal } from '#web/platform/showRefusal.ts'
import { useFormDraft } from '#web/platform/useFormDraft.ts'
import { useSubmit } from '#web/platform/useSubmit.ts'
import { InviteeList } from '#web/trips/InviteeList.tsx'
import { plannedText } from '#web/trips/plannedText.ts'
import { detailFields, TripFields } from '#web/trips/TripFields.tsx'
import { blankTrip, planResolver, type TripValues } from '#web/trips/tripForm.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { RestoredNote } from '#web/ui/RestoredNote.tsx'
import { toast } from '#web/ui/toasts.tsx'

export interface PlanTripDialogProps {
  open: boolean
  onClose: () => void
}

const resolver = planResolver(deviceToday)
const fields = [...detailFields, 'inviteUserIds'] as const

const blankToday = () => blankTrip(deviceToday())

export function PlanTripDialog({ open, onClose }: PlanTripDialogProps) {
  const form = useForm<TripValues, unknown, PlanTrip>({
    mode: 'onChange',
    resolver,
    defaultValues: blankToday(),
  })
  const [error, setError] = useState<string>()
  const { isSubmitting, run } = useSubmit()

  const draft = useFormDraft(form, {
    open,
    about: 'trip new',
    start() {
      setError(undefined)
      return blankToday()
    },
  })
  const finish = () => {
    draft.end()
    onClose()
  }
  const plan = async (body: PlanTrip) => {
    setError(undefined)
    try {
      const sent = await send({ call: planTrip, body, lane: 'trips', touches: ['/trips?'] })
      finish()
      if (sent.state === 'waiting') return toast.waiting(sent, 'Failed to create trip')
      const { text, isWhole } = plannedText(sent.answer)
      const say = isWhole ? toast.success : toast.info
      say(text)
    } catch (failure) {
      setError(showRefusal(failure, fields, form.setError, 'Failed to create trip. Please try again.'))
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Plan a New Trip"
      busy={isSubmitting}
      onSubmit={(event) => {
        event.preventDefault()
        run(() => form.handleSubmit(plan)(event))
      }}
      footer={
        <>
          <Button variant="quiet" disabled={isSubmitting} onClick={finish}>
            Cancel
          </Button>
          <Button type="submit" disabled={!form.formState.isValid} busy={isSubmitting} busyText="Creating...">
            Create Trip
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <div className="grid gap-5">
          <RestoredNote {...draft} />
          {error !== undefined && <Banner tone="danger">{error}</Banner>}
          <TripFields />
          <InviteeList />
        </div>
      </FormProvider>
    </Dialog>
  )
}
