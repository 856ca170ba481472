// The data of a query once it is here; until then its skeleton, or the failure with Retry. A banner says that it failed beside
// data of an earlier read.

import type { ReactNode } from 'react'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Banner, type BannerProps } from '#web/ui/feedback/Banner.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'

export interface LoadedQuery<Data> {
  data: Data | null
  /** Of the last read; there may be data of an earlier one. */
  error: Error | null
  isLoading: boolean
  reload: () => Promise<void>
}

export interface LoadedProps<Data> {
  query: LoadedQuery<Data>
  /** 'Failed to fetch trips'. */
  failed: string
  skeleton: ReactNode
  /** Keeps the failure with a busy button during a retry; else the skeleton replaces it. */
  retriesInPlace?: boolean
  children?: (data: Data) => ReactNode
}

export function Loaded<Data>({ query, failed, skeleton, retriesInPlace, children }: LoadedProps<Data>) {
  const { data, error, isLoading, reload } = query
  if (data !== null) return children?.(data)
  if (!error || (isLoading && !retriesInPlace)) return skeleton
  return <ErrorState message={failed} retrying={isLoading} onRetry={() => void reload()} />
}

interface RetryBannerProps extends Pick<BannerProps, 'title' | 'children'> {
  query: Pick<LoadedQuery<unknown>, 'isLoading' | 'reload'>
  tone?: 'warning' | 'danger'
}

/** Beside data of an earlier read. */
export const SHOWN_FROM_BEFORE = 'Showing what was loaded last time.'

/** Says that a query failed, beside data of an earlier read or where the screen works without it, and offers Retry. */
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
