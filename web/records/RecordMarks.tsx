// The marks of a row: which of its changes are being sent, wait for the network, or were refused.

import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { CommandMark } from '#web/records/CommandMark.tsx'
import { type RecordChange, type SubjectKind, subjectOf } from '#web/records/subjectOf.ts'

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
      <CommandMark
        key={command.key}
        command={command}
        onEdit={corrected[kind]?.includes(change) ? onEdit : undefined}
        label={label ?? labels[kind]?.[change]}
      />
    )
  })
}
