// A tab of the trip's dialog, whose code is loaded on demand and kept. No Suspense: React throttles its reveals by 300 ms.

import type { LucideProps } from 'lucide-react'
import { type ComponentType, useEffect, useReducer, useState } from 'react'
import type { TripResponse } from '#core/trips/responses.ts'
import { ErrorBoundary } from '#web/ui/feedback/ErrorBoundary.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'

type Part = ComponentType<{ trip: TripResponse }>

const parts = new Map<string, Part>()

/** Loads the code of a tab early; a failure shows when the tab opens. */
function prefetchTab(tab: TripTab): void {
  void load(tab).catch(() => undefined)
}

/** Loads the code and the data of a tab that is about to be opened. */
export function prefetchTabWithData(tab: TripTab, tripId: string): void {
  prefetchTab(tab)
  void tab.prefetchData?.(tripId).catch(() => undefined)
}

async function load({ id, load }: TripTab): Promise<void> {
  if (!parts.has(id)) parts.set(id, await load())
}

export function LazyTab({ tab, trip }: { tab: TripTab; trip: TripResponse }) {
  const [, arrive] = useReducer((count: number) => count + 1, 0)
  const [failed, setFailed] = useState(false)
  const fetch = () => {
    setFailed(false)
    load(tab).then(arrive, () => setFailed(true))
  }
  useEffect(() => {
    if (!parts.has(tab.id)) fetch()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [tab])
  const Part = parts.get(tab.id)
  if (Part)
    return (
      <ErrorBoundary scope={`${tab.id} ${trip.id}`}>
        <Part trip={trip} />
      </ErrorBoundary>
    )
  if (failed) return <ErrorState message="Network error occurred. Please try again." onRetry={fetch} />
  return (
    <div className="gutter py-5">
      <SkeletonList rows={5} />
    </div>
  )
}

export interface TripTab {
  /** Also the hash of the address. */
  id: string
  label: string
  icon: ComponentType<LucideProps>
  load: () => Promise<ComponentType<{ trip: TripResponse }>>
  /** Prefetches the data that the tab needs besides the replica of the trip. */
  prefetchData?: (tripId: string) => Promise<void>
}
