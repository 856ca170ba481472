// Says that a query of the trip's money failed, and that the data on the screen is from an earlier response.

import { RotateCw } from 'lucide-react'
import type { LoadedQuery } from '#web/ui/Loaded.tsx'
import { RetryBanner } from '#web/ui/RetryBanner.tsx'

interface ReloadBannerProps {
  query: Omit<LoadedQuery<unknown>, 'error'>
  message: string
}

export function ReloadBanner({ query, message }: ReloadBannerProps) {
  return (
    <RetryBanner query={query} title={message} icon={RotateCw}>
      {query.data === null ? undefined : 'What you see is from the last time it worked.'}
    </RetryBanner>
  )
}
