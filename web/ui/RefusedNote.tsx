// A command that was refused after its form had closed: the reason, Retry and Discard.

import { CircleAlert } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'

export interface RefusedNoteProps {
  /** 'Failed to create expense'. */
  title: string
  /** The server's reason. */
  text: string | null
  /** Read out with the buttons: 'Retry Dinner'. */
  name: string
  /** Absent when a retry cannot succeed. */
  onRetry?: () => void
  /** Opens the form with what was entered. */
  onEdit?: () => void
  onDiscard: () => void
}

export function RefusedNote({ title, text, name, onRetry, onEdit, onDiscard }: RefusedNoteProps) {
  return (
    <div className="px-4 pb-3">
      <p className="flex gap-1.5 text-secondary text-danger">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0">
          <span className="font-medium">{title}.</span> {text}
        </span>
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        {onRetry && (
          <Button size="sm" variant="secondary" aria-label={`Retry ${name}`} onClick={onRetry}>
            Retry
          </Button>
        )}
        {onEdit && (
          <Button size="sm" variant="secondary" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
        )}
        <Button size="sm" variant="quiet" aria-label={`Discard ${name}`} onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  )
}
