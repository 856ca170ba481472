// Says that the list of trips could not be read again and may be old, and offers Retry.

import type { QueryState } from '#web/platform/queries/queries.ts'
import { RetryBanner, SHOWN_FROM_BEFORE } from '#web/ui/feedback/Loaded.tsx'

export const OldTripsBanner = ({ query }: { query: QueryState<object> }) =>
  query.error && (
    <RetryBanner query={query} title="Failed to fetch trips">
      {SHOWN_FROM_BEFORE}
    </RetryBanner>
  )
