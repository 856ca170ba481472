// The marks of a row: which of its changes are being sent, wait for the network, or were refused.

import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { CommandMark } from '#web/records/CommandMark.tsx'
import { type RecordChange, type SubjectKind, subjectOf } from '#web/records/subjectOf.ts'

/** Name the changes that the row does not show, where 'removal' does not. */
const labels: Partial<Record<SubjectKind, Partial<Record<RecordChange, string>>>> = {
  payment: { remove: 'undo' },
  guest: { change: 'changes' },
  participant: { change: 'new role', handOver: 'new organizer' },
}

/** A refused change is corrected in the form, where there is one, and a new guest too; the others are sent again. */
const isCorrected = (kind: SubjectKind, change: RecordChange): boolean =>
  change === 'change' || (kind === 'guest' && change === 'add')

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
      <CommandMark
        key={command.key}
        command={command}
        onEdit={isCorrected(kind, change) ? onEdit : undefined}
        label={label ?? labels[kind]?.[change] ?? (change === 'remove' ? 'removal' : undefined)}
      />
    )
  })
}
