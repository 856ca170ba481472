// The people selected so far, each with a button that removes them.

import { Avatar } from '#web/ui/Avatar.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { classes } from '#web/ui/classes.ts'

interface PersonChipsProps {
  people: readonly { id: string; name: string }[]
  onRemove: (id: string) => void
  className?: string
}

export const PersonChips = ({ people, onRemove, className }: PersonChipsProps) => (
  <ul aria-label="Selected" className={classes('flex gap-2', className)}>
    {people.map(({ id, name }) => (
      <li key={id} className="flex max-w-60 shrink-0">
        <Chip
          leading={<Avatar id={id} name={name} size="xs" />}
          onRemove={() => onRemove(id)}
          removeLabel={`Remove ${name}`}
        >
          {name}
        </Chip>
      </li>
    ))}
  </ul>
)
