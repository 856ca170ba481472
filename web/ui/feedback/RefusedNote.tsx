// A command that was refused after its form had closed: the reason, Retry and Discard.

import { Button } from '#web/ui/buttons/Button.tsx'
import { ErrorLine } from '#web/ui/feedback/ErrorLine.tsx'

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
      <ErrorLine isAnnounced={false}>
        <span className="font-medium">{`${title}.`}</span>
        <span>{` ${text ?? ''}`}</span>
      </ErrorLine>
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
