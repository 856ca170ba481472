// The dialog of an import: a step to choose the file, and a step to check its content. One dialog for both, so that it
// does not close and open between them.

import { type ReactNode, useState } from 'react'
import { X } from 'lucide-react'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { ChooseFile } from '#web/money/imports/ChooseFile.tsx'
import type { ImportPreviewProps } from '#web/money/imports/ImportPreview.tsx'
import { useImportFile } from '#web/money/imports/useImportFile.ts'
import { useOnOpen } from '#web/platform/forms/useOnOpen.ts'
import { Dialog, type DialogState } from '#web/ui/dialogs/Dialog.tsx'
import type { TripResponse } from '#core/trips/responses.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { DialogTitle } from '#web/ui/dialogs/dialogParts.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'

interface ImportFrameProps extends DialogState {
  title: string
  /** The trip that the file is imported into; none for a new one. */
  into?: { title: string }
  /** Above the choice of a file. */
  question?: string
  /** Assumed for a file without currencies. */
  currency: CurrencyCode
  /** Whether what the preview needs is loaded. */
  isReady?: boolean
  /** The preview of a file that was read. */
  children: (preview: Pick<ImportPreviewProps, 'file' | 'read' | 'footer' | 'onSending'>) => ReactNode
}

/** A new one is mounted each time the dialog opens. */
export function ImportFrame(props: ImportFrameProps) {
  const [openCount, setOpenCount] = useState(0)
  useOnOpen(props.open, () => setOpenCount(openCount + 1))
  return <Frame key={openCount} {...props} />
}

function Frame({
  open,
  onClose,
  title,
  into,
  question,
  currency,
  isReady = true,
  children,
}: ImportFrameProps) {
  const file = useImportFile(currency)
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  const [isSending, setSending] = useState(false)
  const { read } = file
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      // A form is not closed by a press beside it.
      onSubmit={(event) => event.preventDefault()}
      busy={isSending}
      ownHead={
        <ImportHead
          {...{ title, onClose, isSending }}
          {...(into && { trip: into })}
          {...(read && { onOtherFile: file.forget })}
        />
      }
      cards
      {...(read &&
        isReady && { footer: <div ref={setFooter} className="grid w-full gap-2 md:flex-auto!" /> })}
    >
      {read ? (
        children({ file, read, footer, onSending: setSending })
      ) : (
        <ChooseFile file={file} {...(question !== undefined && { title: question })} />
      )}
    </Dialog>
  )
}

interface ImportHeadProps {
  /** The trip, if there is one. */
  trip?: Pick<TripResponse, 'title'>
  title: string
  onClose: () => void
  onOtherFile?: () => void
  isSending: boolean
}

/** The title bar of an import: its close button first, and a way to another file. */
function ImportHead({ trip, title, onClose, onOtherFile, isSending }: ImportHeadProps) {
  return (
    <div className="shrink-0 border-b border-line pt-safe">
      <div className="flex min-h-14 flex-wrap items-center gap-x-1 px-2 md:min-h-16 md:px-3">
        <IconButton label="Close" icon={X} onClick={onClose} disabled={isSending} />
        <div className="min-w-0 flex-[1_1_6rem] py-1">
          {trip && (
            <p className="truncate text-meta text-muted">
              <bdi>{trip.title}</bdi>
            </p>
          )}
          <DialogTitle tabIndex={-1} className="text-title leading-6 font-semibold">
            {title}
          </DialogTitle>
        </div>
        {onOtherFile && (
          <Button variant="quiet" size="sm" onClick={onOtherFile} disabled={isSending}>
            Other file
          </Button>
        )}
      </div>
    </div>
  )
}
