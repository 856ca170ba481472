// A group of things that belong together, on its own ground. `interactive` lifts it a little under the pointer.
import type { ComponentProps, ElementType } from 'react'

import { classes } from '#web/ui/classes.ts'

export interface CardProps extends ComponentProps<'div'> {
  as?: ElementType
  /** false for a card whose rows go from edge to edge. */
  padded?: boolean
  /** The whole card is a target: put `stretched` on the one link or button in it. */
  interactive?: boolean
}

/** For the link or button in an interactive card: its target becomes the card. */
export const stretched = 'outline-none after:absolute after:inset-0 after:rounded-card'

export function Card({ as: As = 'div', padded = true, interactive = false, className, ...rest }: CardProps) {
  return (
    <As
      {...rest}
      className={classes(
        'relative rounded-card border border-line bg-surface',
        padded && 'p-4 md:p-5',
        interactive &&
          'transition-[border-color,box-shadow] duration-fade focus-within:has-focus-visible:outline-2 ' +
            'focus-within:has-focus-visible:outline-offset-2 focus-within:has-focus-visible:outline-primary ' +
            'hover:border-line-strong hover:shadow-bar',
        className,
      )}
    />
  )
}
