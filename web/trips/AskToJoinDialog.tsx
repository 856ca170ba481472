// Asking to come along: a word to the organizer, who decides.

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ReducedTrip } from '#core/trips/responses.ts'
import type { JoinRequest } from '#core/trips/bodies.ts'
import { JoinRequestBody } from '#core/trips/bodies.ts'
import { askToJoin } from '#core/trips/contract.ts'
import { reloadQueries } from '#web/platform/queries.ts'
import { resolverOf } from '#web/platform/form.ts'
import { Refused } from '#web/platform/http.ts'
import { send } from '#web/platform/send.ts'
import { showRefusal } from '#web/platform/showRefusal.ts'
import { useFormDraft } from '#web/platform/useFormDraft.ts'
import { useSubmit } from '#web/platform/useSubmit.ts'
import { touchedBy } from '#web/trips/joinRequests.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { RestoredNote } from '#web/ui/RestoredNote.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { toast } from '#web/ui/toasts.tsx'

export interface AskToJoinDialogProps {
  open: boolean
  onClose: () => void
  trip: ReducedTrip
}

const blank = { message: '' }

export function AskToJoinForm({ open, onClose, trip }: AskToJoinDialogProps) {
  const [refusal, setRefusal] = useState<string>()
  const form = useForm<typeof blank, unknown, JoinRequest>({
    resolver: resolverOf<typeof blank, JoinRequest>(JoinRequestBody),
    mode: 'onChange',
    defaultValues: blank,
  })
  const { errors, isValid } = form.formState
  const { isSubmitting, run } = useSubmit()
  const draft = useFormDraft(form, {
    open,
    about: `join ${trip.id}`,
    start() {
      setRefusal(undefined)
      return blank
    },
  })
  const finish = () => {
    draft.end()
    onClose()
  }

  const ask = form.handleSubmit(async (body) => {
    setRefusal(undefined)
    const touches = touchedBy(trip.id)
    try {
      const sent = await send({ call: askToJoin, params: { tripId: trip.id }, body, lane: trip.id, touches })
      finish()
      toast.outcome(sent, `You asked to join ${trip.title}`, 'Failed to ask to join')
    } catch (error) {
      // Asked from another device, or turned private meanwhile: then its card goes, and this with it.
      if (error instanceof Refused && error.status !== 400) void reloadQueries(touches)
      if (!(error instanceof Refused) || error.status !== 404)
        return setRefusal(showRefusal(error, ['message'], form.setError))
      finish()
      toast.error('This trip cannot be joined any more.')
    }
  })

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Ask to Join"
      size="sm"
      busy={isSubmitting}
      onSubmit={(event) => {
        event.preventDefault()
        run(() => ask(event))
      }}
      footer={
        <>
          <Button variant="quiet" onClick={finish} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isValid} busy={isSubmitting} busyText="Sending...">
            Send Request
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <RestoredNote {...draft} />
        {refusal !== undefined && (
          <Banner tone="danger" title="Failed to ask to join">
            {refusal}
          </Banner>
        )}
        <p className="break-words text-muted">
          <bdi className="font-semibold text-text">{trip.organizer.username}</bdi> decides who comes along to{' '}
          <bdi className="font-semibold text-text">{trip.title}</bdi>.
        </p>
        <TextAreaField
          label="Message (Optional)"
          helper="Who you are, and why you would like to come."
          error={errors.message?.message}
          {...form.register('message')}
        />
      </div>
    </Dialog>
  )
}
