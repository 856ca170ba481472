// Refused changes of what somebody else has deleted: there is no row that could show them.

import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { FailedNote } from '#web/records/ButtonRowMarks.tsx'
import { type RecordChange, subjectOf } from '#web/records/subjectOf.ts'
import { List } from '#web/ui/lists/List.tsx'

interface OrphanedCommandsProps {
  commands: readonly PendingCommand[]
  /** `failed`: 'Failed to update expense'. */
  texts: Partial<Record<RecordChange, { failed: string }>>
  /** The field of the form by which the person recognizes what they entered. */
  field: string
  /** For screen readers: 'the change of an expense that is gone'. */
  name: string
}

/** Renders nothing for none. */
export function OrphanedCommands({ commands, texts, field, name }: OrphanedCommandsProps) {
  if (commands.length === 0) return null
  return (
    <List label="Changes that were refused">
      {commands.map((command) => {
        const { change = 'change' } = subjectOf(command) ?? {}
        const entered = (command.body as Record<string, string | undefined> | null)?.[field]
        return (
          <li key={command.key} className="pt-3">
            <FailedNote
              title={texts[change]?.failed ?? ''}
              text={`Someone else deleted it.${entered === undefined ? '' : ` You had entered “${entered}”.`}`}
              name={name}
              onDiscard={command.discard}
            />
          </li>
        )
      })}
    </List>
  )
}
