// Asks before a person records a payment between others.

import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { DialogState } from '#web/ui/Dialog.tsx'

export interface RecordForOthersDialogProps extends DialogState {
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
      submitText="Mark as paid"
      tone="primary"
    >
      <bdi>{description}</bdi> {amount}. It is not your own payment, so record it only if you know that it was
      made.
    </ConfirmDialog>
  )
}
