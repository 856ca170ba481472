// The marks of a row that is a button: in it the newest change that is under way, and below it those that were refused.

import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { type RecordChange, subjectOf } from '#web/records/subjectOf.ts'
import { SyncMark } from '#web/ui/feedback/SyncMark.tsx'
import { RefusedNote } from '#web/ui/feedback/RefusedNote.tsx'

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
  /** `failed`: 'Failed to update expense'. */
  texts: Partial<Record<RecordChange, { failed: string }>>
  /** Of the record, read out with the buttons: 'Retry Dinner'. */
  name: string
  reasonOf: (text: string) => string
  /** Opens the form with the refused change. */
  onEdit: () => void
  /** Removes the record as it is shown now, after a refused removal was discarded. */
  onRemove: () => void
}

/** Each with Discard, and Retry or, for a change, Edit. */
export function FailedMarks({ commands, texts, name, reasonOf, onEdit, onRemove }: FailedMarksProps) {
  return commands
    .filter(({ state }) => state === 'refused')
    .map((command) => {
      const { change = 'change' } = subjectOf(command) ?? {}
      const retry = () => {
        if (change !== 'remove') return command.retry()
        command.discard()
        onRemove()
      }
      return (
        <RefusedNote
          key={command.key}
          title={texts[change]?.failed ?? ''}
          text={command.error === null ? null : reasonOf(command.error)}
          name={name}
          {...(change === 'change' ? { onEdit } : { onRetry: retry })}
          onDiscard={command.discard}
        />
      )
    })
}
