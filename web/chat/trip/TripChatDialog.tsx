// A new chat of a trip, or another name for one. What was typed stays until it is sent or cancelled.

import { useLayoutEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { TripChatAnswer } from '#core/chat/contract.ts'
import { changeTripChat, chatLimits, createTripChat } from '#core/chat/contract.ts'
import { send } from '#web/platform/send.ts'
import { showRefusal } from '#web/platform/showRefusal.ts'
import { useAsOpened } from '#web/platform/useAsOpened.ts'
import { useSending } from '#web/platform/useSending.ts'
import { tripChatFailure } from '#web/chat/trip/tripChatFailure.ts'
import type { CheckedTripChat, TripChatValues } from '#web/chat/trip/tripChatForm.ts'
import { changesIn, tripChatResolver, valuesOf } from '#web/chat/trip/tripChatForm.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toasts.tsx'

export interface TripChatDialogProps {
  open: boolean
  onClose: () => void
  tripId: string
  /** The one to be changed; null for a new one. */
  chat: TripChatAnswer | null
}

export function TripChatDialog({ open, onClose, tripId, ...given }: TripChatDialogProps) {
  const [chat] = useAsOpened(open, given.chat)
  const form = useForm<TripChatValues, unknown, CheckedTripChat>({
    mode: 'onChange',
    resolver: tripChatResolver,
    defaultValues: valuesOf(chat),
  })
  const { errors, isValid } = form.formState
  const [error, setError] = useState<string>()
  const { isSending, run } = useSending()

  // A new one keeps what was typed when it is closed beside; a change opens on the chat as it is then.
  const isFinished = useRef(true)
  useLayoutEffect(() => {
    if (!open || (chat === null && !isFinished.current)) return
    isFinished.current = false
    form.reset(valuesOf(chat))
    setError(undefined)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [open])

  const finish = () => {
    isFinished.current = true
    onClose()
  }
  const save = async (checked: CheckedTripChat) => {
    setError(undefined)
    const common = { lane: tripId, touches: [`/trips/${tripId}/chats`, '/conversations'] }
    try {
      const sent =
        chat === null
          ? await send({ call: createTripChat, params: { tripId }, body: checked, ...common })
          : await send({
              call: changeTripChat,
              params: { tripId, chatId: chat.id },
              body: changesIn(checked, chat),
              ...common,
            })
      finish()
      toast.outcome(sent, chat === null ? 'Chat created successfully!' : 'Chat updated successfully')
    } catch (failure) {
      const action = chat === null ? 'Failed to create trip chat' : 'Failed to update trip chat'
      const why = tripChatFailure(action, failure)
      setError(showRefusal(failure, ['name', 'description'], form.setError, why))
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={chat === null ? 'Create New Chat' : 'Edit Chat'}
      size="sm"
      busy={isSending}
      onSubmit={(event) => {
        event.preventDefault()
        run(() => form.handleSubmit(save)(event))
      }}
      footer={
        <>
          <Button variant="quiet" disabled={isSending} onClick={finish}>
            Cancel
          </Button>
          <Button
            type="submit"
            disabled={!isValid}
            busy={isSending}
            busyText={chat === null ? 'Creating...' : 'Saving...'}
          >
            {chat === null ? 'Create Chat' : 'Save Changes'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {error !== undefined && <Banner tone="danger">{error}</Banner>}
        <TextField
          label="Chat Name"
          autoComplete="off"
          maxLength={chatLimits.tripChat.name.max}
          {...form.register('name')}
          error={errors.name?.message}
        />
        <TextAreaField
          label="Description (Optional)"
          maxLength={chatLimits.tripChat.description.max}
          {...form.register('description')}
          error={errors.description?.message}
        />
      </div>
    </Dialog>
  )
}
