// The placeholder while messages are fetched.

import { classes } from '#web/ui/classes.ts'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

const widths = ['w-40', 'w-56', 'w-32', 'w-64', 'w-48', 'w-36', 'w-52']

export function MessageSkeleton() {
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden py-3">
      <Loading label="Loading messages...">
        <div className="page-width space-y-3 gutter">
          {widths.map((width, i) => (
            <Skeleton
              key={width}
              className={classes('h-11 max-w-[80%] rounded-bubble', width, i % 3 === 2 && 'ms-auto')}
            />
          ))}
        </div>
      </Loading>
    </div>
  )
}
