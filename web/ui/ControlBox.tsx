// The frame of every text control: one height, one border, one focus ring, and room before and after the text.

import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'

/** For the control itself: 16 px, because iOS zooms in on smaller text. */
export const bareControl =
  'min-w-0 flex-1 self-stretch bg-transparent text-body text-text outline-none disabled:text-muted'

export function ControlBox({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span
      className={classes(
        'flex min-h-12 w-full items-center rounded-field border border-line-strong bg-surface transition-colors duration-press',
        'has-focus-visible:border-primary has-focus-visible:outline-2 has-focus-visible:-outline-offset-1 has-focus-visible:outline-primary',
        'has-aria-invalid:border-danger has-aria-invalid:has-focus-visible:outline-danger',
        'has-disabled:border-line has-disabled:bg-surface-2',
        className,
      )}
    >
      {children}
    </span>
  )
}
