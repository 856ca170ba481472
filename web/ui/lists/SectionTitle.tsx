// The heading of a section, with a count and an action.

import type { ReactNode } from 'react'

export interface SectionTitleProps {
  children: ReactNode
  count?: number | string
  /** A quiet small Button, aligned with the column by its text. */
  action?: ReactNode
  level?: 2 | 3
  id?: string
}

export function SectionTitle({ children, count, action, level = 2, id }: SectionTitleProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
      <Heading id={id} className="flex min-w-0 items-baseline gap-2 text-title font-semibold">
        <span className="min-w-0">{children}</span>
        {count !== undefined && (
          <span className="text-secondary font-medium text-muted tabular-nums">{count}</span>
        )}
      </Heading>
      {action !== undefined && <div className="-me-3 ms-auto">{action}</div>}
    </div>
  )
}
