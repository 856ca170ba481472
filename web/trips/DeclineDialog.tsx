// Asks before an invitation is declined: the person is on the trip already and leaves it.

import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { DialogState } from '#web/ui/Dialog.tsx'

interface DeclineDialogProps extends DialogState {
  /** Title of the trip. */
  title: string
  isSending: boolean
  error: string | undefined
  onDecline: () => void
}

export function DeclineDialog({ open, onClose, title, isSending, error, onDecline }: DeclineDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Decline the invitation?"
      submitText="Decline"
      busyText="Declining..."
      busy={isSending}
      error={error}
      onConfirm={onDecline}
    >
      You leave{' '}
      <strong className="font-semibold text-text">
        <bdi>{title}</bdi>
      </strong>{' '}
      and no longer see it.
    </ConfirmDialog>
  )
}
