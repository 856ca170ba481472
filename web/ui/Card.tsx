// A card. `interactive` lifts it under the pointer.

import type { ComponentProps, ElementType } from 'react'
import { classes } from '#web/ui/classes.ts'

export interface CardProps extends ComponentProps<'div'> {
  as?: ElementType
  /** false for a card whose rows reach its edges. */
  padded?: boolean
  /** The whole card is a target: put `stretched` on its one link or button. */
  interactive?: boolean
}

/** For the link or button of an interactive card: extends its target to the card. */
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
