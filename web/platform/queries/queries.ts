// Queries in React: the response to a GET while a part of the screen shows it. The data stays on the screen while it is
// fetched again, and when that fails. Focusing the window fetches nothing.

import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { type Endpoint, type Params, type Query, endpointPath } from '#core/kernel/endpoint.ts'
import { Unreachable } from '#web/platform/http/http.ts'
import { isUnreachable, networkState } from '#web/platform/http/network.ts'
import {
  cachedEntry,
  type QueryEntry,
  entries,
  fetchers,
  fetchQuery,
  isFetchedWhenShown,
  isOutdated,
  shown,
} from '#web/platform/queries/queryStore.ts'

export interface QueryState<Body> {
  data: Body | null
  /** Of the last fetch; there may be data of an earlier one. */
  error: Error | null
  isLoading: boolean
  /** Resolves when it is fetched again; never rejects. */
  reload(): Promise<void>
}

/** The response to a GET, in memory as long as the page lives. With null `params` nothing is fetched. */
export function useQuery<Body extends object>(
  endpoint: Endpoint<Body>,
  params: Params | null = {},
  query: Query = {},
): QueryState<Body> {
  const { path, reload } = useShownQuery(endpoint, params, query)
  const entry = useSnapshot(entries)[path] ?? cachedEntry(path)
  const result = queryResult(path, entry, useSnapshot(networkState))
  return { ...result, data: result.data as Body | null, reload }
}

/** Fetches the query, and again when it is outdated, while a part of the screen shows it. */
export function useShownQuery<Body extends object>(
  endpoint: Endpoint<Body>,
  params: Params | null = {},
  query: Query = {},
) {
  const path = params === null ? '' : endpointPath(endpoint, params, query)
  const reload = () => fetchQuery(path, endpoint, params ?? {}, query)
  useEffect(() => {
    if (path === '') return undefined
    fetchers.set(path, (keepsError) => fetchQuery(path, endpoint, params ?? {}, query, keepsError))
    if (isFetchedWhenShown(path)) void reload()
    shown.set(path, (shown.get(path) ?? 0) + 1)
    return () => void shown.set(path, (shown.get(path) ?? 0) - 1)
    // The path is made of endpoint, params and query.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [path])
  return { path, reload }
}

/** What a screen shows of an entry. */
export function queryResult(
  path: string,
  entry: Pick<QueryEntry, 'data' | 'error' | 'isLoading' | 'isCached'> | undefined,
  network: typeof networkState,
): Omit<QueryState<object>, 'reload'> {
  // One banner says for all cached data that the network is away.
  const isShownByBanner = entry?.isCached && entry.error instanceof Unreachable && isUnreachable(network)
  return {
    data: entry?.data ?? null,
    error: isShownByBanner ? null : (entry?.error ?? null),
    isLoading: path !== '' && (entry?.isLoading ?? true),
  }
}

/** Fetches a query before it is shown: on pointer-enter or when idle. */
export function prefetchQuery<Body extends object>(
  endpoint: Endpoint<Body>,
  params: Params = {},
  query: Query = {},
): void {
  const path = endpointPath(endpoint, params, query)
  if (!(entries[path] ?? cachedEntry(path)) || isOutdated(path))
    void fetchQuery(path, endpoint, params, query)
}
