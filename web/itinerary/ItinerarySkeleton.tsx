// The agenda before it is loaded: the bar of the days, and a day with its activities beside their times.

import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

export function ItinerarySkeleton() {
  return (
    <Loading label="Loading the itinerary...">
      <div className="flex gap-2 overflow-hidden border-b border-line bg-surface gutter py-3">
        {Array.from({ length: 7 }, (_, day) => (
          <Skeleton key={day} className="h-16 w-14 shrink-0" />
        ))}
      </div>
      <div className="grid max-w-[860px] gap-3 gutter pt-4">
        <Skeleton className="mb-1 h-6 w-48" />
        {Array.from({ length: 4 }, (_, row) => (
          <div key={row} className="flex gap-3">
            <Skeleton className="mt-3 h-4 w-12 shrink-0" />
            <div className="h-21 flex-1 rounded-card border border-line bg-surface" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
