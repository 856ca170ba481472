// Questions, which are cards at every width. ConfirmDialog asks before something is lost: the focus starts on Cancel, so that
// a hasty Enter does nothing. It stays open while the command is sent, and shows why it failed.

import {
  Description,
  Dialog as HeadlessDialog,
  DialogBackdrop,
  DialogPanel,
  DialogTitle,
} from '@headlessui/react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/buttons/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { useAbovePanes } from '#web/ui/dialogs/layers.ts'
import { useBackCloses } from '#web/ui/dialogs/useBackCloses.ts'
import { useDialogFocus } from '#web/ui/dialogs/useDialogFocus.ts'
import { ErrorText } from '#web/ui/feedback/ErrorText.tsx'

export interface ConfirmDialogProps extends DialogState {
  title: string
  /** What will be lost, as a sentence. */
  children: ReactNode
  submitText: string
  busyText?: string
  onConfirm: () => void
  busy?: boolean
  error?: string | undefined
  /** 'primary' where nothing is destroyed. */
  tone?: 'danger' | 'primary'
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, children, submitText, busyText } = props
  const { onConfirm, busy = false, error, tone = 'danger' } = props
  return (
    <QuestionCard role="alertdialog" open={open} onClose={onClose} busy={busy} className="p-6">
      <DialogTitle className="text-title font-semibold">
        <bdi>{title}</bdi>
      </DialogTitle>
      <Description as="div" className="mt-2 text-body text-muted">
        {children}
      </Description>
      <ErrorText text={error} className="mt-3 font-medium" />
      <div className="mt-6 flex flex-wrap gap-2 *:flex-auto md:justify-end md:*:flex-none">
        <Button variant="neutral" data-autofocus onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button variant={tone} busy={busy} busyText={busyText ?? submitText} onClick={onConfirm}>
          {submitText}
        </Button>
      </div>
    </QuestionCard>
  )
}

interface QuestionCardProps extends DialogState {
  role?: 'dialog' | 'alertdialog'
  /** It stays open meanwhile. */
  busy: boolean
  className: string
  /** With a DialogTitle. */
  children: ReactNode
}

export function QuestionCard({
  open,
  onClose,
  role = 'dialog',
  busy,
  className,
  children,
}: QuestionCardProps) {
  const { shown, panel } = useDialogFocus(open)
  const close = () => {
    if (!busy) onClose()
  }
  useAbovePanes(shown)
  useBackCloses(shown, close)
  return (
    <HeadlessDialog role={role} open={shown} onClose={close} className="fixed inset-0 z-50">
      <DialogBackdrop
        transition
        className="absolute inset-0 bg-scrim transition-opacity duration-fade data-closed:opacity-0"
      />
      <div className="absolute inset-0 flex flex-col items-center overflow-y-auto p-4 pb-[calc(env(safe-area-inset-bottom)+var(--bottom-bar,0px)+16px)]">
        <DialogPanel
          transition
          ref={panel}
          // Margins instead of alignment, so that content taller than the screen can be scrolled to its top.
          className={classes(
            'mt-auto w-full max-w-[420px] shrink-0 rounded-sheet bg-lifted shadow-sheet transition-[opacity,translate] duration-fade ease-out data-closed:translate-y-4 data-closed:opacity-0 md:mb-auto',
            className,
          )}
        >
          {children}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  )
}
