// A new chat of a trip, or another name for one. What was typed stays until it is sent or cancelled.

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { TripChatResponse } from '#core/chat/contract.ts'
import { changeTripChat, chatLimits, createTripChat } from '#core/chat/contract.ts'
import { send } from '#web/platform/send.ts'
import { showRefusal } from '#web/platform/showRefusal.ts'
import { useValueWhenOpened } from '#web/platform/useValueWhenOpened.ts'
import { useFormDraft } from '#web/platform/useFormDraft.ts'
import { useSubmit } from '#web/platform/useSubmit.ts'
import { tripChatFailure } from '#web/chat/trip/tripChatFailure.ts'
import type { CheckedTripChat, TripChatValues } from '#web/chat/trip/tripChatForm.ts'
import { tripChatFormChanges, tripChatResolver, tripChatFormValues } from '#web/chat/trip/tripChatForm.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { RestoredNote } from '#web/ui/RestoredNote.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toasts.tsx'

export interface TripChatDialogProps {
  open: boolean
  onClose: () => void
  tripId: string
  /** The one to be changed; null for a new one. */
  chat: TripChatResponse | null
}

export function TripChatDialog({ open, onClose, tripId, ...given }: TripChatDialogProps) {
  const [chat] = useValueWhenOpened(open, given.chat)
  const form = useForm<TripChatValues, unknown, CheckedTripChat>({
    mode: 'onChange',
    resolver: tripChatResolver,
    defaultValues: tripChatFormValues(chat),
  })
  const { errors, isValid } = form.formState
  const [error, setError] = useState<string>()
  const { isSubmitting, run } = useSubmit()

  const draft = useFormDraft(form, {
    open,
    about: `chat ${tripId} ${chat?.id ?? 'new'}`,
    start() {
      setError(undefined)
      return tripChatFormValues(chat)
    },
  })
  const finish = () => {
    draft.end()
    onClose()
  }
  const save = async (checked: CheckedTripChat) => {
    setError(undefined)
    const action = chat === null ? 'Failed to create trip chat' : 'Failed to update trip chat'
    const common = { lane: tripId, touches: [`/trips/${tripId}/chats`, '/conversations'] }
    try {
      const sent =
        chat === null
          ? await send({ call: createTripChat, params: { tripId }, body: checked, ...common })
          : await send({
              call: changeTripChat,
              params: { tripId, chatId: chat.id },
              body: tripChatFormChanges(checked, chat),
              ...common,
            })
      finish()
      toast.outcome(sent, chat === null ? 'Chat created successfully!' : 'Chat updated successfully', action)
    } catch (failure) {
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
      busy={isSubmitting}
      onSubmit={(event) => {
        event.preventDefault()
        run(() => form.handleSubmit(save)(event))
      }}
      footer={
        <>
          <Button variant="quiet" disabled={isSubmitting} onClick={finish}>
            Cancel
          </Button>
          <Button
            type="submit"
            disabled={!isValid}
            busy={isSubmitting}
            busyText={chat === null ? 'Creating...' : 'Saving...'}
          >
            {chat === null ? 'Create Chat' : 'Save Changes'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <RestoredNote {...draft} />
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
