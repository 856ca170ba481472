// The dialogs of a trip's chat: one creates it or changes its name and description, the other deletes it.

import type * as v from 'valibot'
import { type ChangeTripChatBody, TripChatBody } from '#core/chat/bodies.ts'
import {
  type TripChatResponse,
  changeTripChat,
  createTripChat,
  deleteTripChat,
} from '#core/chat/tripChatContract.ts'
import { chatLimits } from '#core/chat/limits.ts'
import { resolverOf } from '#web/platform/forms/form.ts'
import { dispatch } from '#web/platform/dispatch.ts'
import { useConfirm } from '#web/platform/forms/useConfirm.ts'
import { useCommandForm } from '#web/platform/forms/useCommandForm.ts'
import { useValueWhenOpened } from '#web/platform/forms/useValueWhenOpened.ts'
import { failures } from '#web/records/failures.ts'
import { tripChatFailure } from '#web/chat/state/tripChatFailure.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { TextAreaField } from '#web/ui/fields/TextAreaField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

interface Values {
  name: string
  description: string
}

type Checked = v.InferOutput<typeof TripChatBody>

const resolver = resolverOf<Values, Checked>(TripChatBody)

interface TripChatDialogProps extends DialogState {
  tripId: string
  /** The chat to change; null for a new one. */
  chat: TripChatResponse | null
}

export function TripChatDialog({ open, onClose, tripId, ...props }: TripChatDialogProps) {
  const [chat] = useValueWhenOpened(open, props.chat)
  const action = chat === null ? failures.tripChat.add : failures.tripChat.change
  const { dialog, field } = useCommandForm<Values, Checked>({
    open,
    onClose,
    draftName: `chat ${tripId} ${chat?.id ?? 'new'}`,
    resolver,
    initialValues: () => ({ name: chat?.name ?? '', description: chat?.description ?? '' }),
    failed: (error) => tripChatFailure(action, error),
    async submit(checked, close) {
      const common = commonOptions(tripId)
      const { outcome } =
        chat === null
          ? dispatch({ endpoint: createTripChat, params: { tripId }, body: checked, ...common })
          : dispatch({
              endpoint: changeTripChat,
              params: { tripId, chatId: chat.id },
              body: changesOf(checked, chat),
              ...common,
            })
      const sent = await outcome
      close()
      toast.outcome(sent, chat === null ? 'Chat created successfully!' : 'Chat updated successfully', action)
    },
  })
  return (
    <FormDialog
      {...dialog}
      title={chat === null ? 'Create New Chat' : 'Edit Chat'}
      size="sm"
      submitText={chat === null ? 'Create Chat' : 'Save Changes'}
      busyText={chat === null ? 'Creating...' : 'Saving...'}
    >
      <TextField
        label="Chat Name"
        autoComplete="off"
        maxLength={chatLimits.tripChat.name.max}
        {...field('name')}
      />
      <TextAreaField
        label="Description (Optional)"
        maxLength={chatLimits.tripChat.description.max}
        {...field('description')}
      />
    </FormDialog>
  )
}

const commonOptions = (tripId: string) => ({
  lane: tripId,
  touches: [`/trips/${tripId}/chats`, '/conversations'],
  decidedBy: 'server' as const,
})

/** Only changed fields are sent, so that two people can change different ones at the same time. */
const changesOf = ({ name, description }: Checked, chat: TripChatResponse): ChangeTripChatBody => ({
  ...(name !== chat.name && { name }),
  ...(description !== chat.description && { description }),
})

interface DeleteTripChatDialogProps extends DialogState {
  chat: TripChatResponse
  onDeleted: () => void
}

/** Asks before a trip's chat is deleted with all its messages. */
export function DeleteTripChatDialog({ open, onClose, chat, onDeleted }: DeleteTripChatDialogProps) {
  const confirm = useConfirm({
    open,
    onClose,
    submit: () =>
      dispatch({
        endpoint: deleteTripChat,
        params: { tripId: chat.trip_id, chatId: chat.id },
        ...commonOptions(chat.trip_id),
      }).outcome,
    onSent(sent) {
      onDeleted()
      toast.outcome(sent, 'Chat deleted successfully', failures.tripChat.remove)
    },
    failed: (error) => tripChatFailure(failures.tripChat.remove, error),
  })
  return (
    <ConfirmDialog {...confirm} title="Delete Chat?" submitText="Delete Chat" busyText="Deleting...">
      <strong className="font-semibold text-text">
        <bdi>{chat.name}</bdi>
      </strong>
      <span>{` and all ${chat.message_count === 1 ? 'its one message' : `its ${chat.message_count} messages`} are deleted for everyone on the trip. This cannot be undone.`}</span>
    </ConfirmDialog>
  )
}
