// The mark of one command on the row or card that it changes, with Retry and Discard once it is refused.

import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { ErrorLine } from '#web/ui/feedback/ErrorLine.tsx'
import { SyncMark } from '#web/ui/feedback/SyncMark.tsx'

interface CommandMarkProps {
  command: PendingCommand
  /** Opens the form with what was entered, instead of sending the same again. */
  onEdit?: (() => void) | undefined
  /** Names the change where the row does not show it: 'removal'. */
  label?: string | undefined
}

export function CommandMark({ command, onEdit, label }: CommandMarkProps) {
  const { state, isMemoryOnly, error, retry, discard } = command
  const about = label === undefined ? '' : `${label}: `
  if (state === 'sending') return <SyncMark text="Sending…" isMemoryOnly={isMemoryOnly} />
  if (state === 'waiting') return <SyncMark text={`${about}waiting to sync`} isMemoryOnly={isMemoryOnly} />
  return (
    <span className="block">
      <ErrorLine className="font-medium">
        <span>{about}</span>
        <span>{error ?? 'Server error occurred. Please try again later.'}</span>
      </ErrorLine>
      <span className="-ms-3 flex flex-wrap">
        <Button variant="quiet" size="sm" onClick={onEdit ?? retry}>
          {onEdit ? 'Edit' : 'Retry'}
        </Button>
        <Button variant="quiet" size="sm" onClick={discard}>
          Discard
        </Button>
      </span>
    </span>
  )
}
