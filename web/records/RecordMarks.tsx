// The marks of a row: which of its changes are being sent, wait for the network, or were refused.

import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { type RecordChange, type SubjectKind, subjectOf } from '#web/records/subjectOf.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { ErrorLine } from '#web/ui/feedback/ErrorLine.tsx'
import { SyncMark } from '#web/ui/feedback/SyncMark.tsx'

/** Name the changes that the row does not show. */
const labels: Partial<Record<SubjectKind, Partial<Record<RecordChange, string>>>> = {
  activity: { remove: 'removal' },
  contribution: { remove: 'removal' },
  payment: { remove: 'undo' },
  guest: { change: 'changes', remove: 'removal' },
  participant: { change: 'new role', remove: 'removal', handOver: 'new organizer' },
}

/** The changes that are corrected in the form after a refusal; the others are sent again. */
const corrected: Partial<Record<SubjectKind, readonly RecordChange[]>> = {
  activity: ['change'],
  guest: ['add', 'change'],
}

interface RecordMarksProps {
  commands: readonly PendingCommand[]
  /** Opens the form with what was entered. */
  onEdit?: (() => void) | undefined
  /** Of a command whose own words say too little: 'request'. */
  label?: string | undefined
}

export function RecordMarks({ commands, onEdit, label }: RecordMarksProps) {
  return commands.map((command) => {
    const { kind = 'trip', change = 'change' } = subjectOf(command) ?? {}
    return (
      <Mark
        key={command.key}
        command={command}
        onEdit={corrected[kind]?.includes(change) ? onEdit : undefined}
        label={label ?? labels[kind]?.[change]}
      />
    )
  })
}

interface MarkProps extends Omit<RecordMarksProps, 'commands'> {
  command: PendingCommand
}

function Mark({ command, onEdit, label }: MarkProps) {
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
