// Asks before a person records a payment between others.

import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

export interface RecordForOthersDialogProps {
  open: boolean
  onClose: () => void
  /** 'bob pays alice'. */
  description: string
  /** Formatted. */
  amount: string
  onRecord: () => void
}

export function RecordForOthersDialog(props: RecordForOthersDialogProps) {
  const { open, onClose, description, amount, onRecord } = props
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={onRecord}
      title="Mark it as paid for them?"
      confirmLabel="Mark as paid"
      tone="primary"
    >
      <bdi>{description}</bdi> {amount}. It is not your own payment, so record it only if you know that it was
      made.
    </ConfirmDialog>
  )
}
