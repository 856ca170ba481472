// The documents on screen, as the server last confirmed them. What was read stays on screen while it is read again
// and when reading fails; nothing is read again just because the window got the focus. What was read before the page
// was loaded is shown at once, too, and read again.

import { useEffect } from 'react'
import { proxy, ref, subscribe, useSnapshot } from 'valtio'
import type { Endpoint, Params, Query } from '#core/kernel/endpoint.ts'
import { endpointPath } from '#core/kernel/endpoint.ts'
import { Refused, request, Unreachable } from '#web/platform/http.ts'
import { isUnreachable, networkState } from '#web/platform/network.ts'
import { offlineCache } from '#web/platform/offlineCache/deviceOfflineCache.ts'
import { isNewerEntry } from '#web/platform/offlineCache/offlineCache.ts'
import { registerAge } from '#web/platform/offlineCache/shownAge.ts'
import { retryOnce } from '#web/platform/retryOnce.ts'

interface Entry {
  /** Never changed in place: a `ref`, so that lists of thousands cost nothing. */
  data: object | null
  error: Error | null
  isLoading: boolean
  /** Counts the reads, so that a slow old answer cannot replace a newer one. */
  turn: number
  /** The place in the log that `data` shows; '' for none. */
  position: string
  /** When `data` came from the server, in ms since 1970; 0 for never. */
  at: number
  /** It came before this page was loaded, and nothing since. */
  isRemembered: boolean
}

export interface QueryState<Answer> {
  data: Answer | null
  /** Of the last read; there may be data from an earlier one. */
  error: Error | null
  isLoading: boolean
  /** Reads it again; resolves when it is there, and never rejects. */
  reload(): Promise<void>
}

const entries = proxy<Record<string, Entry>>({})
/** Quietly: what is on screen meanwhile, such as a failure and its Retry, stays until something is here. */
const readers = new Map<string, (quietly?: boolean) => Promise<void>>()
/** The reading of each that was begun last. */
const newest = new Map<string, Promise<void>>()
/** Seen before this page was loaded, and drawn before it is read. */
const recalled = new Map<string, Entry>()
/** How many parts of the screen show it now. */
const shown = new Map<string, number>()
/** Changed since it was read, while nobody looked: read again when it is next wanted. */
const stale = new Set<string>()

/** The answer of a GET, kept as long as the page lives. A null `params` reads nothing. */
export function useQuery<Answer extends object>(
  call: Endpoint<Answer>,
  params: Params | null = {},
  query: Query = {},
): QueryState<Answer> {
  const path = params === null ? '' : endpointPath(call, params, query)
  const entry = useSnapshot(entries)[path] ?? remembered(path)
  const { isOffline, isSilent } = useSnapshot(networkState)
  const reload = () => read(path, call, params ?? {}, query)
  useEffect(() => {
    if (path === '') return undefined
    const { data, isLoading, isRemembered } = entries[path] ?? {}
    if ((!data || isRemembered || stale.has(path)) && !isLoading) void reload()
    shown.set(path, (shown.get(path) ?? 0) + 1)
    return () => void shown.set(path, (shown.get(path) ?? 0) - 1)
    // The path says all that call, params and query say.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [path])
  // That the network is away is said once, for all that was seen before.
  const isSaid =
    entry?.isRemembered && entry.error instanceof Unreachable && isUnreachable({ isOffline, isSilent })
  return {
    data: (entry?.data ?? null) as Answer | null,
    error: isSaid ? null : (entry?.error ?? null),
    isLoading: path !== '' && (entry?.isLoading ?? true),
    reload,
  }
}

/** Reads it before it is needed: on pointer-enter or when idle. */
export function prefetchQuery<Answer extends object>(
  call: Endpoint<Answer>,
  params: Params = {},
  query: Query = {},
): void {
  const path = endpointPath(call, params, query)
  if (!entries[path] || entries[path].isRemembered || stale.has(path)) void read(path, call, params, query)
}

/**
 * Reads again what is on screen of these places, `/trips/{id}` standing for all below it, too, `/trips?` for the lists
 * alone; what is not on screen is read again when it is.
 * @returns whether all that is on screen is here: false when the network is away.
 */
export async function reloadQueries(places: readonly string[]): Promise<boolean> {
  const touched = [...readers.keys()].filter((path) => places.some((place) => isBelow(path, place)))
  for (const path of touched) stale.add(path)
  const seen = touched.filter((path) => (shown.get(path) ?? 0) > 0)
  await Promise.all(seen.map(async (path) => readers.get(path)?.()))
  return seen.every((path) => !(entries[path]?.error instanceof Unreachable))
}

/**
 * Others changed something of these places, which can be read at this position: what was read earlier is read again.
 * @param position compares bytewise (decisions §1)
 */
export async function markQueriesStale(places: readonly string[], position: string): Promise<void> {
  const isOlder = (path: string) => (entries[path]?.position ?? '') < position
  const touched = [...readers.keys()].filter(
    (path) => isOlder(path) && places.some((place) => isBelow(path, place)),
  )
  for (const path of touched) stale.add(path)
  const seen = touched.filter((path) => (shown.get(path) ?? 0) > 0)
  await Promise.all(seen.map(async (path) => readers.get(path)?.()))
}

/** Up to where in the log all that is on screen of this place is known; '' while nothing of it was read. */
export function queryPosition(place: string): string {
  const read = [...shown]
    .filter(([path, users]) => users > 0 && isBelow(path, place))
    .flatMap(([path]) => (entries[path]?.data ? [entries[path].position] : []))
  return read.sort()[0] ?? ''
}

registerAge(() => {
  const times = [...shown].flatMap(([path, users]) =>
    users > 0 && entries[path]?.data ? [entries[path].at] : [],
  )
  return times.length > 0 ? Math.min(...times) : null
})

// What stands there from before is read when the server is heard again; what never came has its own Retry, and is read
// when the browser says that there is a network, or the connection for messages is back.
let [wasAway, wasOffline] = [isUnreachable(networkState), networkState.isOffline]
subscribe(networkState, () => {
  const [isBack, isOnline] = [wasAway && !isUnreachable(networkState), wasOffline && !networkState.isOffline]
  ;[wasAway, wasOffline] = [isUnreachable(networkState), networkState.isOffline]
  for (const [path, { error, isRemembered, isLoading }] of Object.entries(entries)) {
    const isDue = (isBack && isRemembered) || (isOnline && error instanceof Unreachable)
    if (isDue && !isLoading && (shown.get(path) ?? 0) > 0) void readers.get(path)?.()
  }
})

/** The server is there again: what could not be read and is on screen is read. */
export function queryFailedAgain(): void {
  for (const [path, { error, isLoading }] of Object.entries(entries))
    if (error instanceof Unreachable && !isLoading && (shown.get(path) ?? 0) > 0)
      void readers.get(path)?.(true)
}

/** On log-out: nothing of one person is shown to the next. */
export function clearQueries(): void {
  for (const path of Object.keys(entries)) delete entries[path]
  readers.clear()
  newest.clear()
  stale.clear()
  recalled.clear()
}

function isBelow(path: string, place: string): boolean {
  if (place.endsWith('?')) return path === place.slice(0, -1) || path.startsWith(place)
  return path === place || path.startsWith(`${place}/`) || path.startsWith(`${place}?`)
}

/** Resolves when what is asked for now is there, also where a later reading overtakes this one. Never rejects. */
function read<Answer extends object>(
  path: string,
  call: Endpoint<Answer>,
  params: Params,
  query: Query,
  quietly = false,
): Promise<void> {
  const reading = readOnce(path, call, params, query, quietly)
  newest.set(path, reading)
  return reading
}

async function readOnce<Answer extends object>(
  path: string,
  call: Endpoint<Answer>,
  params: Params,
  query: Query,
  quietly: boolean,
): Promise<void> {
  readers.set(path, (quietly) => read(path, call, params, query, quietly))
  stale.delete(path)
  entries[path] ??= remembered(path) ?? { ...unread }
  recalled.delete(path)
  // Not the value of the assignment: that is the object before it was made a proxy.
  const entry = entries[path]
  if (!quietly) entry.isLoading = true
  const turn = ++entry.turn
  try {
    const { body, position } = await retryOnce(
      () => request(call, { params, query }),
      () => entries[path] === entry,
    )
    if (entries[path] !== entry) return
    if (entry.turn !== turn) return newest.get(path)
    const at = Date.now()
    if (entry.data && !isNewerEntry({ position, at }, entry, at)) {
      // A server that lags behind what was shown already: it is asked again when this is next wanted.
      stale.add(path)
      return void Object.assign(entry, { error: null, isLoading: false })
    }
    Object.assign(entry, {
      data: ref(body),
      error: null,
      isLoading: false,
      position,
      at,
      isRemembered: false,
    })
    offlineCache.keep(path, () => body, position)
  } catch (error) {
    if (entries[path] !== entry) return
    if (entry.turn !== turn) return newest.get(path)
    // It is not this person's any more.
    if (error instanceof Refused) offlineCache.forget(path)
    Object.assign(entry, { error: ref(error as Error), isLoading: false })
  }
}

const unread: Entry = {
  data: null,
  error: null,
  isLoading: false,
  turn: 0,
  position: '',
  at: 0,
  isRemembered: false,
}

/** As it was last seen on this device; the same each time until it is read. */
function remembered(path: string): Entry | undefined {
  const known = recalled.get(path)
  if (known || path === '') return known
  const kept = offlineCache.find(path)
  if (!kept) return undefined
  const { value, position, at } = kept
  const entry = { ...unread, data: ref(value), position, at, isRemembered: true }
  recalled.set(path, entry)
  return entry
}
