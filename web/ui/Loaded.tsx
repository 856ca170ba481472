// The data of a query once it is here; until then its skeleton, or the failure with Retry.

import type { ReactNode } from 'react'
import { ErrorState } from '#web/ui/ErrorState.tsx'

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
