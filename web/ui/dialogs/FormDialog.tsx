// A dialog whose body is a form: above the fields what was restored and what was refused, at the foot Cancel and the
// submit button.

import type { ReactNode } from 'react'
import { X } from 'lucide-react'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { classes } from '#web/ui/classes.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Dialog, type DialogProps } from '#web/ui/dialogs/Dialog.tsx'
import { RestoredNote, type RestoredNoteProps } from '#web/ui/dialogs/RestoredNote.tsx'
import { DialogTitle } from '#web/ui/dialogs/dialogParts.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'

export interface FormDialogProps extends Pick<
  DialogProps,
  'open' | 'onClose' | 'onSubmit' | 'title' | 'size'
> {
  /** Below the title: the trip. */
  detail?: string
  /** Instead of the title bar, as of a dialog. */
  ownHead?: ReactNode
  /** Above the buttons: what the form results in. */
  result?: ReactNode
  /** A form about one figure: its close button is Cancel. */
  plain?: boolean
  submitText: string
  /** Replaces `submitText` while the form is being submitted: 'Saving...'. */
  busyText: string
  isSubmitting: boolean
  isValid: boolean
  /** Closes the dialog and drops the draft. */
  onCancel: () => void
  /** Absent for a form without a draft. */
  draft?: RestoredNoteProps | undefined
  /** Why the command was refused, where no field shows it. */
  refusal?: string | undefined
  refusalTitle?: string
  children: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const { submitText, busyText, isSubmitting, isValid, onCancel, detail, result, ...rest } = props
  const { draft, refusal, refusalTitle, children, ownHead, plain = false, ...dialog } = rest
  return (
    <Dialog
      {...dialog}
      plain={plain}
      busy={isSubmitting}
      ownHead={
        ownHead ?? (
          <FormTitleBar
            {...{ title: dialog.title, detail, isSubmitting }}
            closeLabel={plain ? 'Cancel' : 'Close'}
            onClose={plain ? onCancel : dialog.onClose}
          />
        )
      }
      footer={
        <>
          {result !== undefined && <div className="min-w-0 basis-full!">{result}</div>}
          {!plain && (
            <Button variant={ownHead ? 'quiet' : 'neutral'} onClick={onCancel} disabled={isSubmitting}>
              Cancel
            </Button>
          )}
          <Button type="submit" disabled={!isValid} busy={isSubmitting} busyText={busyText}>
            {submitText}
          </Button>
        </>
      }
    >
      <div className={classes('grid gap-5', ownHead !== undefined && 'pt-3')}>
        {draft && <RestoredNote {...draft} />}
        {refusal !== undefined && (
          <Banner tone="danger" {...(refusalTitle !== undefined && { title: refusalTitle })}>
            {refusal === refusalTitle ? null : refusal}
          </Banner>
        )}
        {children}
      </div>
    </Dialog>
  )
}

interface FormTitleBarProps {
  title: string
  detail?: string | undefined
  closeLabel: string
  onClose: () => void
  isSubmitting: boolean
}

/**
 * The title bar of a form: its close button first, the title and a quieter line centred; in a wide window as in other
 * dialogs.
 */
export function FormTitleBar({ title, detail, closeLabel, onClose, isSubmitting }: FormTitleBarProps) {
  return (
    <div className="shrink-0 border-line pt-safe lg:mb-2 lg:border-b">
      <div className="grid min-h-14 grid-cols-[44px_minmax(0,1fr)_44px] items-center gap-1 px-2 md:min-h-16 md:px-3 lg:grid-cols-[minmax(0,1fr)_44px] lg:ps-(--gutter)">
        <IconButton
          label={closeLabel}
          icon={X}
          onClick={onClose}
          disabled={isSubmitting}
          className="lg:order-last"
        />
        <div className="py-1 text-center lg:text-start">
          <DialogTitle tabIndex={-1} className="line-clamp-2 leading-5 font-semibold tracking-tight">
            <bdi>{title}</bdi>
          </DialogTitle>
          <p className="truncate text-meta text-muted empty:hidden">{detail && <bdi>{detail}</bdi>}</p>
        </div>
      </div>
    </div>
  )
}
