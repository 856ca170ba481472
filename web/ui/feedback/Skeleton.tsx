// A placeholder with the final size of the content, so that nothing moves when it arrives. Wrap the shapes in `Loading`,
// which announces it once.

import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'

export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div aria-busy>
      <output className="sr-only">{label}</output>
      <div aria-hidden>{children}</div>
    </div>
  )
}

/** One bar or block; give it its size with `className`: 'h-5 w-40'. */
export function Skeleton({ className, round = false }: { className?: string; round?: boolean }) {
  return (
    <span
      className={classes(
        'block animate-pulse bg-surface-2',
        round ? 'rounded-full' : 'rounded-control',
        className,
      )}
    />
  )
}

interface SkeletonListProps {
  rows: number
  label?: string
  /** Below a SectionTitle. */
  titled?: boolean
}

/** Rows of a `List` of `ListRow`s with an avatar in front. */
export function SkeletonList({ rows, label = 'Loading...', titled = false }: SkeletonListProps) {
  return (
    <Loading label={label}>
      {titled && (
        <div className="mb-2 flex min-h-11 items-center">
          <Skeleton className="h-5 w-40" />
        </div>
      )}
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="flex min-h-16 items-center gap-3 px-4 py-3">
            <Skeleton round className="size-10" />
            <span className="flex-1 space-y-2">
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-3 w-3/5" />
            </span>
            <Skeleton className="h-4 w-16" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
