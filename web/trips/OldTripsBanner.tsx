// Says that the list of trips could not be read again and may be old, and offers Retry.

import type { QueryState } from '#web/platform/queries.ts'
import { RetryBanner } from '#web/ui/RetryBanner.tsx'

export const OldTripsBanner = ({ query }: { query: QueryState<object> }) =>
  query.error && (
    <RetryBanner query={query} title="Failed to fetch trips">
      This is what was there when they were last read.
    </RetryBanner>
  )
