// The marks of a row that is a button: in it the newest change that is under way, and below it those that were refused.

import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { isRefused } from '#web/records/commandStates.ts'
import { type RecordChange, subjectOf } from '#web/records/subjectOf.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { ErrorLine } from '#web/ui/feedback/ErrorLine.tsx'
import { SyncMark } from '#web/ui/feedback/SyncMark.tsx'

const underWay: Partial<Record<RecordChange, Record<'sending' | 'waiting', string>>> = {
  add: { sending: 'Sending…', waiting: 'waiting to sync' },
  change: { sending: 'Saving…', waiting: 'change waiting to sync' },
  remove: { sending: 'Deleting…', waiting: 'deletion waiting to sync' },
  restore: { sending: 'Restoring…', waiting: 'waiting to sync' },
}

/** A deletion after a change is a deletion. */
export function UnderWayMark({ commands }: { commands: readonly PendingCommand[] }) {
  const last = commands.findLast(({ state }) => state !== 'refused')
  if (!last || last.state === 'refused') return null
  const texts = underWay[subjectOf(last)?.change ?? 'change']
  return <SyncMark text={texts?.[last.state] ?? ''} isMemoryOnly={last.isMemoryOnly} />
}

interface FailedMarksProps {
  commands: readonly PendingCommand[]
  /** Of `failures`: 'Failed to update expense'. */
  failed: Partial<Record<RecordChange, string>>
  /** Of the record, read out with the buttons: 'Retry Dinner'. */
  name: string
  reasonOf: (text: string) => string
  /** Opens the form with the refused change. */
  onEdit: () => void
  /** Removes the record as it is shown now, after a refused removal was discarded. */
  onRemove: () => void
}

/** Each with Discard, and Retry or, for a change, Edit. */
export function FailedMarks({ commands, failed, name, reasonOf, onEdit, onRemove }: FailedMarksProps) {
  return commands.filter(isRefused).map((command) => {
    const { change = 'change' } = subjectOf(command) ?? {}
    const retry = () => {
      if (change !== 'remove') return command.retry()
      command.discard()
      onRemove()
    }
    return (
      <FailedNote
        key={command.key}
        title={failed[change] ?? ''}
        text={command.error === null ? null : reasonOf(command.error)}
        name={name}
        {...(change === 'change' ? { onEdit } : { onRetry: retry })}
        onDiscard={command.discard}
      />
    )
  })
}

interface FailedNoteProps {
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

/** The reason of a refusal, and what can be done. */
export function FailedNote({ title, text, name, onRetry, onEdit, onDiscard }: FailedNoteProps) {
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
