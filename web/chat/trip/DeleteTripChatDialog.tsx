// Asked before the chat of a trip is deleted with all that was said in it.

import { useState } from 'react'
import type { TripChatAnswer } from '#core/chat/contract.ts'
import { deleteTripChat } from '#core/chat/contract.ts'
import { tripChatFailure } from '#web/chat/trip/tripChatFailure.ts'
import { send } from '#web/platform/send.ts'
import { useSending } from '#web/platform/useSending.ts'
import { waitingText } from '#web/platform/waitingText.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toasts.tsx'

export interface DeleteTripChatDialogProps {
  open: boolean
  onClose: () => void
  chat: TripChatAnswer
  onDeleted: () => void
}

export function DeleteTripChatDialog({ open, onClose, chat, onDeleted }: DeleteTripChatDialogProps) {
  const [error, setError] = useState<string>()
  const { isSending, run } = useSending()
  const close = () => {
    setError(undefined)
    onClose()
  }
  const remove = async () => {
    setError(undefined)
    try {
      const sent = await send({
        call: deleteTripChat,
        params: { tripId: chat.trip_id, chatId: chat.id },
        lane: chat.trip_id,
        touches: [`/trips/${chat.trip_id}/chats`, '/conversations'],
      })
      close()
      onDeleted()
      if (sent.state === 'waiting') toast.info(waitingText)
      else toast.success('Chat deleted successfully')
    } catch (failure) {
      setError(tripChatFailure('Failed to delete trip chat', failure))
    }
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="Delete Chat?"
      confirmLabel="Delete Chat"
      busyLabel="Deleting..."
      busy={isSending}
      error={error}
      onConfirm={() => run(remove)}
    >
      <strong className="font-semibold text-text">
        <bdi>{chat.name}</bdi>
      </strong>{' '}
      and all {chat.message_count === 1 ? 'its one message' : `its ${chat.message_count} messages`} are
      deleted for everybody on the trip. This cannot be undone.
    </ConfirmDialog>
  )
}
