// Something could not be read, or not again; what was read before stays on screen under this.

import { RotateCw } from 'lucide-react'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'

export interface ReloadBannerProps {
  message: string
  retrying: boolean
  onRetry: () => void
  /** What was read before is still shown. */
  hasData?: boolean
}

export function ReloadBanner({ message, retrying, onRetry, hasData = false }: ReloadBannerProps) {
  const retry = (
    <Button size="sm" variant="secondary" icon={RotateCw} busy={retrying} onClick={onRetry}>
      Retry
    </Button>
  )
  return (
    <Banner tone="warning" title={message} action={retry}>
      {hasData ? 'What you see is from the last time it worked.' : undefined}
    </Banner>
  )
}
