// Says below a list of people that their contact details could not be loaded, or may be old.

import type { QueryState } from '#web/platform/queries/queries.ts'
import { RetryBanner } from '#web/ui/feedback/Loaded.tsx'

export function LoadFailure({ query, text }: { query: QueryState<object>; text: string }) {
  if (!query.error) return null
  return (
    <div className="mt-3">
      <RetryBanner query={query} tone="danger">
        {text}
      </RetryBanner>
    </div>
  )
}
