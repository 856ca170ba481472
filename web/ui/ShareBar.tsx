// A part of a whole: name, figure, and a bar of its share.

import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'

export interface ShareBarProps {
  label: ReactNode
  value: ReactNode
  /** 0 … 1 */
  share: number
  /** A CSS colour; default: the primary colour. */
  color?: string
  leading?: ReactNode
}

export function ShareBar({ label, value, share, color = 'var(--primary)', leading }: ShareBarProps) {
  return (
    <div className="flex items-center gap-3">
      {leading}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0 font-medium">{label}</span>
          <span className="min-w-0 font-medium wrap-anywhere tabular-nums">{value}</span>
        </div>
        <div aria-hidden className="track mt-1.5 h-2 overflow-hidden rounded-full bg-surface-2">
          <div
            className={classes('h-full rounded-full', share > 0 && 'min-w-2')}
            style={{ width: `${Math.min(Math.max(share, 0), 1) * 100}%`, backgroundColor: color }}
          />
        </div>
      </div>
    </div>
  )
}
