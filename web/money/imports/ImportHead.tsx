// The title bar of an import: its close button first, and a way to another file.

import { X } from 'lucide-react'
import type { TripResponse } from '#core/trips/responses.ts'
import { Button } from '#web/ui/Button.tsx'
import { DialogTitle } from '#web/ui/dialogParts.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'

interface ImportHeadProps {
  /** The trip, if there is one. */
  trip?: Pick<TripResponse, 'title'>
  title: string
  onClose: () => void
  onOtherFile?: () => void
  isSending: boolean
}

export function ImportHead({ trip, title, onClose, onOtherFile, isSending }: ImportHeadProps) {
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
