// Data that could not be loaded, with Retry.

import { CloudOff, RotateCw } from 'lucide-react'
import { Button } from '#web/ui/buttons/Button.tsx'

export interface ErrorStateProps {
  message: string
  /** What else failed with it: one failure has one message. */
  details?: readonly string[] | undefined
  onRetry: () => void
  retryText?: string
  retrying?: boolean
  onClose?: (() => void) | undefined
}

export function ErrorState(props: ErrorStateProps) {
  const { message, details = [], onRetry, retryText = 'Retry', retrying = false, onClose } = props
  return (
    <div role="alert" className="mx-auto flex max-w-96 flex-col items-center px-6 py-10 text-center">
      <span className="inline-flex size-16 items-center justify-center rounded-full bg-danger-soft text-danger">
        <CloudOff aria-hidden className="size-7" />
      </span>
      <p className="mt-5 text-body font-medium text-balance">{message}</p>
      {details.map((detail) => (
        <p key={detail} className="mt-1.5 text-balance text-secondary text-muted">
          {detail}
        </p>
      ))}
      <Button variant="secondary" icon={RotateCw} busy={retrying} onClick={onRetry} className="mt-5">
        {retryText}
      </Button>
      {onClose && (
        <Button variant="quiet" onClick={onClose} className="mt-2">
          Close
        </Button>
      )}
    </div>
  )
}
