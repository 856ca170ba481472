// The reason and the actions below an own message that was refused.

import { Button } from '#web/ui/buttons/Button.tsx'

interface NotSentProps {
  /** The server's reason; null if it gave none. */
  error: string | null
  onRetry: () => void
  onDelete: () => void
}

export function RefusedActions({ error, onRetry, onDelete }: NotSentProps) {
  return (
    <div
      role="group"
      aria-label="Not sent"
      className="flex flex-wrap items-center justify-end text-secondary"
    >
      <span className="min-w-0 text-end font-semibold text-danger">
        Not sent
        <span className="font-normal">{` · ${error ?? 'Failed to send message. Please try again.'}`}</span>
      </span>
      <span className="flex">
        <Button variant="quiet" size="sm" className="min-h-11" onClick={onRetry}>
          Retry
        </Button>
        <Button variant="quiet" size="sm" className="min-h-11" onClick={onDelete}>
          Delete
        </Button>
      </span>
    </div>
  )
}
