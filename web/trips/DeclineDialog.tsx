// Whoever is invited is on the trip at once; declining takes them off it again, so it asks.

import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

export interface DeclineDialogProps {
  open: boolean
  onClose: () => void
  /** Of the trip. */
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
      confirmLabel="Decline"
      busyLabel="Declining..."
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
