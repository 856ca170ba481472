// Queries by path: their data, and when it is fetched again. Data from the offline cache is shown at once and fetched again.

import { proxy, ref, subscribe } from 'valtio'
import { type Endpoint, type Params, type Query } from '#core/kernel/endpoint.ts'
import { Refused, request, Unreachable } from '#web/platform/http/http.ts'
import { isUnreachable, networkState } from '#web/platform/http/network.ts'
import { offlineCache } from '#web/platform/offlineCache/deviceOfflineCache.ts'
import { isNewerEntry, type CachedEntry } from '#web/platform/offlineCache/offlineCache.ts'
import { deviceTimers } from '#web/platform/time/timers.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import { fetchWithRetry } from '#web/platform/http/fetchWithRetry.ts'

export interface QueryEntry {
  /** Immutable and held by reference (`ref`), so that long lists are not observed. */
  data: object | null
  error: Error | null
  isLoading: boolean
  /** Counts fetches, so that a late response cannot replace a newer one. */
  fetches: number
  /** The log position of `data`; '' for none. */
  position: string
  /** When `data` was fetched, in ms since 1970; 0 for never. */
  at: number
  /** `data` is from the offline cache. */
  isCached: boolean
  /** When it failed before any part of the screen showed it, in ms since 1970; 0 for never. */
  failedUnseenAt: number
}

export const entries = proxy<Record<string, QueryEntry>>({})
/** `keepsError`: an error and its Retry button stay on the screen until the response. */
export const fetchers = new Map<string, (keepsError?: boolean) => Promise<void>>()
/** The last fetch of each path. */
const newest = new Map<string, Promise<void>>()
/** Entries with data from the offline cache that were not fetched yet. */
const cachedEntries = new Map<string, QueryEntry>()
/** How many parts of the screen show each path. */
export const shown = new Map<string, number>()
/** Paths to be fetched again when they are next shown. */
const stale = new Set<string>()

/** It has to be fetched again when it is shown. */
export const isOutdated = (path: string): boolean =>
  stale.has(path) || ((entries[path] ?? cachedEntry(path))?.isCached === true && !isReplica(path))

/** How long after its failure a read that began before its screen counts for the screen, too. */
const JUST_NOW_MS = 5000

/** A part of the screen that begins to show it has to fetch it. */
export function isFetchedWhenShown(path: string): boolean {
  const { data, error, isLoading, failedUnseenAt } = entryOf(path)
  if (isLoading || (data && !isOutdated(path))) return false
  // The start of the page asked twice already, and the screen offers Retry.
  return error === null || Math.abs(Date.now() - failedUnseenAt) > JUST_NOW_MS
}

/** The paths that a change of a trip, its people or its invitations changes, besides its replica. */
export const tripPaths = (tripId: string): string[] => [`/trips/${tripId}`, '/trips?', '/trip-invitations']

/** The path of `getReplica` of core/trips/contract.ts, which the first screen does not load. */
export const replicaPath = (tripId: string): string => `/trips/${encodeURIComponent(tripId)}/replica`

/** The replica of a trip is kept current by the change feed, so it is only fetched again when that asks for it. */
const isReplica = (path: string): boolean => path.endsWith('/replica')

/**
 * A replica is stored by web/platform/replica/storedReplicas.ts, and conversations by web/chat/state/chatCache.ts: what
 * each text of a search finds would push out what other screens have stored.
 */
const isStoredHere = (path: string): boolean => !isReplica(path) && !isBelow(path, '/conversations?')

/**
 * Fetches the shown queries of these paths again, and others when they are next shown. `/trips/{id}` includes all paths
 * below it, `/trips?` only the lists, and `/trips/:tripId/chats` those of all trips.
 * @param isCurrent whether a query needs no fetch, asked once a fetch that is under way is done
 * @returns false if the network is away
 */
export async function reloadQueries(
  paths: readonly string[],
  isCurrent?: (entry: QueryEntry) => boolean,
): Promise<boolean> {
  const touched = [...fetchers.keys()].filter((path) => isTouched(path, paths))
  const underWay = touched.filter((path) => entries[path]?.isLoading)
  if (isCurrent) await Promise.all(underWay.map(async (path) => newest.get(path)))
  const isKnown = (path: string) => {
    const entry = entries[path]
    return isCurrent !== undefined && entry?.data && !entry.isCached && !entry.error && isCurrent(entry)
  }
  const reloaded = await reloadShown(touched.filter((path) => !isKnown(path)))
  return reloaded.every((path) => !(entries[path]?.error instanceof Unreachable))
}

export const isShown = (path: string): boolean => (shown.get(path) ?? 0) > 0

export async function reloadShown(touched: readonly string[]): Promise<readonly string[]> {
  for (const path of touched) stale.add(path)
  const reloaded = touched.filter(isShown)
  await Promise.all(reloaded.map(async (path) => fetchers.get(path)?.()))
  return reloaded
}

/**
 * Fetches shown queries with cached data when the server responds again. Those that were never fetched have a Retry
 * button, and are fetched when the browser is online again or the real-time connection is back.
 */
export function refetchWithNetwork(): void {
  let was = { ...networkState }
  subscribe(networkState, () => {
    const isBack = isUnreachable(was) && !isUnreachable(networkState)
    const isOnline = was.isOffline && !networkState.isOffline
    was = { ...networkState }
    for (const [path, { error, isCached, isLoading }] of Object.entries(entries)) {
      const isDue = (isBack && isCached && !isReplica(path)) || (isOnline && error instanceof Unreachable)
      if (isDue && !isLoading && isShown(path)) void fetchers.get(path)?.()
    }
  })
}

const LOOK_AGAIN_MS = 250

/**
 * Runs it when the page is idle and no query is being fetched. Returns a function that cancels it.
 * @param withinMs a server that does not respond delays it no longer
 */
export function whenFetched(run: () => void, withinMs = Infinity): () => void {
  const latest = Date.now() + withinMs
  let cancel = whenIdle(look)
  function look(): void {
    const isFetching = Object.values(entries).some(({ isLoading }) => isLoading)
    if (isFetching && Date.now() < latest) cancel = deviceTimers.after(LOOK_AGAIN_MS, look)
    else run()
  }
  return () => cancel()
}

/** The server is back: fetches the shown queries that failed. */
export function retryFailedQueries(): void {
  for (const [path, { error, isLoading }] of Object.entries(entries))
    if (error instanceof Unreachable && !isLoading && isShown(path)) void fetchers.get(path)?.(true)
}

/** On log-out, because the next person must not see this data. */
export function clearQueries(): void {
  for (const path of Object.keys(entries)) delete entries[path]
  fetchers.clear()
  newest.clear()
  stale.clear()
  cachedEntries.clear()
}

/** A replica only by its own path. */
export const isTouched = (path: string, paths: readonly string[]): boolean =>
  paths.some((parent) => path === parent || (isBelow(path, parent) && !isReplica(path)))

export function isBelow(path: string, parent: string): boolean {
  if (parent.includes('/:'))
    return new RegExp(`^${parent.replaceAll(/:\w+/g, '[^/?]+')}(?:[/?]|$)`).test(path)
  if (parent.endsWith('?')) return path === parent.slice(0, -1) || path.startsWith(parent)
  return path === parent || path.startsWith(`${parent}/`) || path.startsWith(`${parent}?`)
}

/** Each text of a search and each page of a list is a query of its own. */
const MAX_HIDDEN = 100

/** Drops those of the queries that nothing shows that were fetched longest ago. */
function evict(): void {
  const hidden = Object.entries(entries).filter(([path, { isLoading }]) => !isShown(path) && !isLoading)
  const longestAgo = hidden.sort(([, a], [, b]) => a.at - b.at)
  for (const [path] of longestAgo.slice(0, Math.max(0, hidden.length - MAX_HIDDEN))) {
    delete entries[path]
    for (const of of [fetchers, newest, stale, shown]) of.delete(path)
  }
}

/** Resolves when this or a later fetch is done. Never rejects. */
export function fetchQuery<Body extends object>(
  path: string,
  endpoint: Endpoint<Body>,
  params: Params,
  query: Query,
  keepsError = false,
): Promise<void> {
  const fetching = fetchOnce(path, endpoint, params, query, keepsError)
  newest.set(path, fetching)
  if (newest.size > MAX_HIDDEN) evict()
  return fetching
}

async function fetchOnce<Body extends object>(
  path: string,
  endpoint: Endpoint<Body>,
  params: Params,
  query: Query,
  keepsError: boolean,
): Promise<void> {
  fetchers.set(path, (keepsError) => fetchQuery(path, endpoint, params, query, keepsError))
  stale.delete(path)
  const entry = entryOf(path)
  if (!keepsError) entry.isLoading = true
  const own = ++entry.fetches
  const isWanted = () => entries[path] === entry
  try {
    const { body, position } = await fetchWithRetry(
      () => request(endpoint, { params, query, isWanted }),
      isWanted,
    )
    if (entries[path] !== entry) return
    if (entry.fetches !== own) return newest.get(path)
    const at = Date.now()
    if (entry.data && !isNewerEntry({ position, at }, entry, at)) {
      // A lagging node: the data on the screen is newer.
      stale.add(path)
      return void Object.assign(entry, { error: null, isLoading: false })
    }
    Object.assign(entry, { data: ref(body), error: null, isLoading: false, position, at, isCached: false })
    if (isStoredHere(path)) offlineCache.save(path, () => body, position)
  } catch (error) {
    if (entries[path] !== entry) return
    if (entry.fetches !== own) return newest.get(path)
    if (error instanceof Refused) offlineCache.delete(path)
    // What the server answers is for the screen to react to, so it asks for itself.
    const failedUnseenAt = isShown(path) || error instanceof Refused ? 0 : Date.now()
    Object.assign(entry, { error: ref(error as Error), isLoading: false, failedUnseenAt })
    // This person may not read it any more.
    if (error instanceof Refused && [403, 404].includes(error.status)) entry.data = null
  }
}

/** Also makes the entry. */
export function entryOf(path: string): QueryEntry {
  entries[path] ??= cachedEntry(path) ?? { ...emptyEntry }
  cachedEntries.delete(path)
  // The assigned value is not the proxy that the assignment made.
  return entries[path]
}

const emptyEntry: QueryEntry = {
  data: null,
  error: null,
  isLoading: false,
  fetches: 0,
  position: '',
  at: 0,
  isCached: false,
  failedUnseenAt: 0,
}

/** The entry with cached data; the same one at each call until it is fetched. */
export function cachedEntry(path: string): QueryEntry | undefined {
  const existing = cachedEntries.get(path)
  if (existing || path === '') return existing
  const cached = offlineCache.find(path)
  if (!cached) return undefined
  const entry = entryWith(cached)
  cachedEntries.set(path, entry)
  return entry
}

/** The cache has opened late: queries without data get the stored data, also if their fetch has failed meanwhile. */
export function showCachedData(): void {
  for (const [path, entry] of Object.entries(entries)) {
    if (entry.data !== null || entry.error instanceof Refused) continue
    const cached = offlineCache.find(path)
    if (!cached) continue
    const { data, position, at, isCached } = entryWith(cached)
    Object.assign(entry, { data, position, at, isCached })
  }
}

/** Stored data to show until the query is fetched. */
export const entryWith = ({ value, position, fetchedAt: at }: CachedEntry): QueryEntry => ({
  ...emptyEntry,
  data: ref(value),
  position,
  at,
  isCached: true,
})
