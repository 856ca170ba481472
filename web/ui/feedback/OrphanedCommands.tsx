// Refused changes of what somebody else has deleted: there is no row that could show them.

import { List } from '#web/ui/lists/List.tsx'
import { RefusedNote } from '#web/ui/feedback/RefusedNote.tsx'

interface OrphanedCommandsProps<Command> {
  commands: readonly Command[]
  /** 'Failed to update expense'. */
  titleOf: (command: Command) => string
  /** What was entered, to be recognized by; undefined if it was none of the texts. */
  enteredIn: (command: Command) => string | undefined
  /** For screen readers: 'the change of an expense that is gone'. */
  name: string
}

/** Renders nothing for none. */
export function OrphanedCommands<Command extends { key: string; discard(): void }>(
  props: OrphanedCommandsProps<Command>,
) {
  const { commands, titleOf, enteredIn, name } = props
  if (commands.length === 0) return null
  return (
    <List label="Changes that were refused">
      {commands.map((command) => (
        <li key={command.key} className="pt-3">
          <RefusedNote
            title={titleOf(command)}
            text={textOf(enteredIn(command))}
            name={name}
            onDiscard={command.discard}
          />
        </li>
      ))}
    </List>
  )
}

const textOf = (entered: string | undefined): string =>
  `Someone else deleted it.${entered === undefined ? '' : ` You had entered “${entered}”.`}`
