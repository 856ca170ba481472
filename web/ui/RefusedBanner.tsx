// A command that was refused while no form or row shows it, with Retry and Discard.

import { Banner, type BannerProps } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'

interface RefusedBannerProps extends Pick<BannerProps, 'title' | 'children'> {
  command: { retry: () => void; discard: () => void }
}

export function RefusedBanner({ command: { retry, discard }, ...text }: RefusedBannerProps) {
  return (
    <Banner
      {...text}
      tone="danger"
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={retry}>
            Retry
          </Button>
          <Button size="sm" variant="quiet" onClick={discard}>
            Discard
          </Button>
        </span>
      }
    />
  )
}
