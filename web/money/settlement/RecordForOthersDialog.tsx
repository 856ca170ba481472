// Asked before somebody records what others paid each other: they cannot know it by their own purse.

import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

export interface RecordForOthersDialogProps {
  open: boolean
  onClose: () => void
  /** 'bob pays alice'. */
  description: string
  /** As it reads. */
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
