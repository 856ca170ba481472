// Says that a query of the trip's money failed; data of an earlier read stays on screen below.

import { RotateCw } from 'lucide-react'
import type { LoadedQuery } from '#web/ui/Loaded.tsx'
import { RetryBanner } from '#web/ui/RetryBanner.tsx'

interface ReloadBannerProps {
  query: Pick<LoadedQuery<unknown>, 'isLoading' | 'reload'>
  message: string
  /** Data of an earlier read is on screen. */
  hasData?: boolean
}

export function ReloadBanner({ query, message, hasData = false }: ReloadBannerProps) {
  return (
    <RetryBanner query={query} title={message} icon={RotateCw}>
      {hasData ? 'What you see is from the last time it worked.' : undefined}
    </RetryBanner>
  )
}
