// Selected filters and people, each with a button to remove it.

import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { leaveControl } from '#web/ui/focus.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { classes } from '#web/ui/classes.ts'

export interface ChipProps {
  children: ReactNode
  leading?: ReactNode
  onRemove?: () => void
  /** The accessible name of the button: 'Remove filter Food'. */
  removeLabel?: string
}

export function Chip({ children, leading, onRemove, removeLabel = 'Remove' }: ChipProps) {
  return (
    <span className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full bg-primary-soft ps-1.5 text-secondary font-medium text-primary">
      {leading}
      <span className={`min-w-0 truncate ${leading ? '' : 'ps-1.5'} ${onRemove ? '' : 'pe-3'}`}>
        <bdi>{children}</bdi>
      </span>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel}
          title={removeLabel}
          onClick={(event) => {
            leaveControl(event.currentTarget)
            onRemove()
          }}
          className="touch-target inline-flex size-8 shrink-0 items-center justify-center rounded-full hover:text-primary-strong"
        >
          <X aria-hidden className="size-4" strokeWidth={2.5} />
        </button>
      )}
    </span>
  )
}

interface PersonChipsProps {
  people: readonly { id: string; name: string }[]
  onRemove: (id: string) => void
  className?: string
}

/** The people selected so far, each with a button that removes them. */
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
