// The state of a pending command, on the row or card it changes, with Retry and Discard once it is refused.

import { Button } from '#web/ui/buttons/Button.tsx'
import { ErrorLine } from '#web/ui/feedback/ErrorLine.tsx'
import { PendingMark } from '#web/ui/feedback/PendingMark.tsx'

export interface PendingNoteProps {
  command: {
    state: 'sending' | 'waiting' | 'refused'
    isMemoryOnly: boolean
    /** The reason of a refusal; null when there is none. */
    error: string | null
    retry: () => void
    discard: () => void
  }
  /** Opens the form with what was entered, instead of sending the same again. */
  onEdit?: (() => void) | undefined
  /** Names the change where the row does not show it: 'removal'. */
  label?: string
}

export function PendingNote({ command, onEdit, label }: PendingNoteProps) {
  const { state, isMemoryOnly } = command
  const about = label === undefined ? '' : `${label}: `
  if (state === 'sending') return <PendingMark text="Sending…" isMemoryOnly={isMemoryOnly} />
  if (state === 'waiting') return <PendingMark text={`${about}waiting to sync`} isMemoryOnly={isMemoryOnly} />
  return (
    <span className="block">
      <ErrorLine className="font-medium">
        <span>{about}</span>
        <span>{command.error ?? 'Server error occurred. Please try again later.'}</span>
      </ErrorLine>
      <span className="-ms-3 flex flex-wrap">
        <Button variant="quiet" size="sm" onClick={onEdit ?? command.retry}>
          {onEdit ? 'Edit' : 'Retry'}
        </Button>
        <Button variant="quiet" size="sm" onClick={command.discard}>
          Discard
        </Button>
      </span>
    </span>
  )
}
