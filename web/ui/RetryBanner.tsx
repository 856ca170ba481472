// Says that a query failed, beside data of an earlier read or where the screen works without it, and offers Retry.

import { Banner, type BannerProps } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { LoadedQuery } from '#web/ui/Loaded.tsx'

export interface RetryBannerProps extends Pick<BannerProps, 'title' | 'children'> {
  query: Pick<LoadedQuery<unknown>, 'isLoading' | 'reload'>
  tone?: 'warning' | 'danger'
}

/** Beside data of an earlier read. */
export const SHOWN_FROM_BEFORE = 'Showing what was loaded last time.'

export function RetryBanner({ query: { isLoading, reload }, tone = 'warning', ...text }: RetryBannerProps) {
  return (
    <Banner
      {...text}
      tone={tone}
      action={
        <Button size="sm" variant="secondary" busy={isLoading} onClick={() => void reload()}>
          Retry
        </Button>
      }
    />
  )
}
