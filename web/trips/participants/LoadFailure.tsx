// A list that could not be loaded: an error in its place, or a banner below the data of an earlier read.

import type { QueryState } from '#web/platform/queries.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { RetryBanner } from '#web/ui/RetryBanner.tsx'

export function LoadFailure({ query, text }: { query: QueryState<object>; text: string }) {
  if (!query.error) return null
  if (!query.data) return <Loaded query={query} failed={text} skeleton={null} retriesInPlace />
  return (
    <div className="mt-3">
      <RetryBanner query={query} tone="danger">
        {text}
      </RetryBanner>
    </div>
  )
}
