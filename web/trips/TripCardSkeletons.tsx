// The cards of a list of trips that is being loaded.

import { TripCardSkeleton } from '#web/trips/TripCard.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'

export function TripCardSkeletons({ count, label }: { count: number; label: string }) {
  return (
    <Loading label={label}>
      <div className="card-grid">
        {Array.from({ length: count }, (_, card) => (
          <TripCardSkeleton key={card} />
        ))}
      </div>
    </Loading>
  )
}
