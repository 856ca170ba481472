// Stands above outdated content that could not be fetched again.

import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'

export function StaleBanner(props: { text: string; busy?: boolean; onRetry: () => void }) {
  const { text, busy = false, onRetry } = props
  const retry = (
    <Button size="sm" variant="secondary" busy={busy} onClick={onRetry}>
      Retry
    </Button>
  )
  return (
    <Banner tone="warning" action={retry}>
      {text}
    </Banner>
  )
}
