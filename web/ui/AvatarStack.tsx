// Overlapping avatars, and the number of further people.

import { Avatar } from '#web/ui/Avatar.tsx'
import { classes } from '#web/ui/classes.ts'

export interface StackPerson {
  id: string
  name: string
  /** Follows the name in the tooltip: 'organizer'. */
  role?: string
}

type StackSize = 'xs' | 'sm' | 'md'

export interface AvatarStackProps {
  people: readonly StackPerson[]
  /** Number of avatars before '+n'. */
  cap: number
  size?: StackSize
}

const face = 'flex rounded-full ring-2 ring-surface first:ms-0'
// Overlaps without hiding the initials.
const overlap: Record<StackSize, string> = { xs: '-ms-1', sm: '-ms-1.5', md: '-ms-2' }

const moreSize: Record<StackSize, string> = {
  xs: 'h-6 min-w-6 px-1 text-[10px]',
  sm: 'h-8 min-w-8 px-1.5 text-[12px]',
  md: 'h-10 min-w-10 px-2 text-[14px]',
}

export function AvatarStack({ people, cap, size = 'sm' }: AvatarStackProps) {
  const rest = people.slice(cap)
  return (
    <ul aria-label="Participants" className="flex items-center">
      {people.slice(0, cap).map((person) => (
        <li key={person.id} className={classes(face, overlap[size])}>
          <Avatar id={person.id} name={person.name} size={size} title={titleOf(person)} />
        </li>
      ))}
      {rest.length > 0 && (
        <li className={classes(face, overlap[size])}>
          <span
            title={rest.map(titleOf).join('\n')}
            className={`inline-flex items-center justify-center rounded-full bg-surface-2 leading-none font-semibold text-muted tabular-nums ${moreSize[size]}`}
          >
            <span aria-hidden>{`+${rest.length}`}</span>
            <span className="sr-only">{`and ${rest.length} more`}</span>
          </span>
        </li>
      )}
    </ul>
  )
}

const titleOf = ({ name, role }: StackPerson): string => (role === undefined ? name : `${name}, ${role}`)
