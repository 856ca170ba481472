// An error after its icon, announced at once unless it was there before.

import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'

interface ErrorLineProps {
  isAnnounced?: boolean
  className?: string
  children: ReactNode
}

export const ErrorLine = ({ isAnnounced = true, className, children }: ErrorLineProps) => (
  <span
    role={isAnnounced ? 'alert' : undefined}
    className={classes('flex gap-1.5 text-secondary text-danger', className)}
  >
    <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
    <span className="min-w-0">{children}</span>
  </span>
)
