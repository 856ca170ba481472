// The placeholder while messages are fetched.

import { classes } from '#web/ui/classes.ts'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

/** Messages of others with the room of an avatar, and own ones. */
const widths = ['w-40', 'w-56', 'w-32 own', 'w-64', 'w-48', 'w-36 own', 'w-52']

export function MessageSkeleton() {
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden py-3">
      <Loading label="Loading messages...">
        <div className="page-width space-y-2.5 px-[calc(var(--gutter)-4px)]">
          {widths.map((width) => (
            <Skeleton
              key={width}
              className={classes(
                'h-11 max-w-[80%] rounded-bubble',
                width,
                width.endsWith('own') ? 'ms-auto' : 'ms-9.5',
              )}
            />
          ))}
        </div>
      </Loading>
    </div>
  )
}
