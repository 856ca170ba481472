// Asks before a trip's chat is deleted with all its messages.

import { type TripChatResponse, deleteTripChat } from '#core/chat/tripChatContract.ts'
import { tripChatFailure } from '#web/chat/state/tripChatFailure.ts'
import { send } from '#web/platform/outbox/send.ts'
import { tripFailures } from '#web/platform/outbox/tripFailures.ts'
import { useConfirm } from '#web/platform/forms/useConfirm.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { DialogState } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toasts.tsx'

interface DeleteTripChatDialogProps extends DialogState {
  chat: TripChatResponse
  onDeleted: () => void
}

export function DeleteTripChatDialog({ open, onClose, chat, onDeleted }: DeleteTripChatDialogProps) {
  const confirm = useConfirm({
    open,
    onClose,
    submit: () =>
      send({
        endpoint: deleteTripChat,
        params: { tripId: chat.trip_id, chatId: chat.id },
        lane: chat.trip_id,
        touches: [`/trips/${chat.trip_id}/chats`, '/conversations'],
      }),
    onSent(sent) {
      onDeleted()
      toast.outcome(sent, 'Chat deleted successfully', tripFailures.deleteChat)
    },
    failed: (error) => tripChatFailure(tripFailures.deleteChat, error),
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
