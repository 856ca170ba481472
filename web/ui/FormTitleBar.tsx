// The title bar of a form: its close button first, the title and a quieter line centred; in a wide window as in other
// dialogs.

import { X } from 'lucide-react'
import { DialogTitle } from '#web/ui/dialogParts.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'

interface FormTitleBarProps {
  title: string
  detail?: string | undefined
  closeLabel: string
  onClose: () => void
  isSubmitting: boolean
}

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
