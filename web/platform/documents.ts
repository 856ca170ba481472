// The documents on screen, as the server last confirmed them. What was read stays on screen while it is read again
// and when reading fails; nothing is read again just because the window got the focus.

import { useEffect } from 'react'
import { proxy, ref, useSnapshot } from 'valtio'
import type { Call, Params, Query } from '#core/kernel/call.ts'
import { pathOf } from '#core/kernel/call.ts'
import { request, Unreachable } from '#web/platform/http.ts'

/** Data query retry 1; no refetch on window focus (spec §9). */
const RETRIES = 1
const RETRY_MS = 400

interface Entry {
  /** Never changed in place: a `ref`, so that lists of thousands cost nothing. */
  data: object | null
  error: Error | null
  isLoading: boolean
  /** Counts the reads, so that a slow old answer cannot replace a newer one. */
  turn: number
  /** The place in the log that `data` shows; '' for none. */
  position: string
}

export interface Document<Answer> {
  data: Answer | null
  /** Of the last read; there may be data from an earlier one. */
  error: Error | null
  isLoading: boolean
  /** Reads it again; resolves when it is there, and never rejects. */
  reload(): Promise<void>
}

const entries = proxy<Record<string, Entry>>({})
const readers = new Map<string, () => Promise<void>>()
/** How many parts of the screen show it now. */
const shown = new Map<string, number>()
/** Changed since it was read, while nobody looked: read again when it is next wanted. */
const stale = new Set<string>()

/** The answer of a GET, kept as long as the page lives. A null `params` reads nothing. */
export function useDocument<Answer extends object>(
  call: Call<Answer>,
  params: Params | null = {},
  query: Query = {},
): Document<Answer> {
  const path = params === null ? '' : pathOf(call, params, query)
  const entry = useSnapshot(entries)[path]
  const reload = () => read(path, call, params ?? {}, query)
  useEffect(() => {
    if (path === '') return undefined
    const { data, isLoading } = entries[path] ?? {}
    if ((!data || stale.has(path)) && !isLoading) void reload()
    shown.set(path, (shown.get(path) ?? 0) + 1)
    return () => void shown.set(path, (shown.get(path) ?? 0) - 1)
    // The path says all that call, params and query say.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [path])
  return {
    data: (entry?.data ?? null) as Answer | null,
    error: entry?.error ?? null,
    isLoading: path !== '' && (entry?.isLoading ?? true),
    reload,
  }
}

/** Reads it before it is needed: on pointer-enter or when idle. */
export function prefetchDocument<Answer extends object>(
  call: Call<Answer>,
  params: Params = {},
  query: Query = {},
): void {
  const path = pathOf(call, params, query)
  if (!entries[path] || stale.has(path)) void read(path, call, params, query)
}

/**
 * Reads again what is on screen of these places, `/trips/{id}` standing for all below it, too, `/trips?` for the lists
 * alone; what is not on screen is read again when it is.
 * @returns whether all that is on screen is here: false when the network is away.
 */
export async function reloadDocuments(places: readonly string[]): Promise<boolean> {
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
export async function documentsChanged(places: readonly string[], position: string): Promise<void> {
  const isOlder = (path: string) => (entries[path]?.position ?? '') < position
  const touched = [...readers.keys()].filter(
    (path) => isOlder(path) && places.some((place) => isBelow(path, place)),
  )
  for (const path of touched) stale.add(path)
  const seen = touched.filter((path) => (shown.get(path) ?? 0) > 0)
  await Promise.all(seen.map(async (path) => readers.get(path)?.()))
}

/** Up to where in the log all that is on screen of this place is known; '' while nothing of it was read. */
export function positionShown(place: string): string {
  const read = [...shown]
    .filter(([path, users]) => users > 0 && isBelow(path, place))
    .flatMap(([path]) => (entries[path]?.data ? [entries[path].position] : []))
  return read.sort()[0] ?? ''
}

/** On log-out: nothing of one person is shown to the next. */
export function forgetDocuments(): void {
  for (const path of Object.keys(entries)) delete entries[path]
  readers.clear()
  stale.clear()
}

function isBelow(path: string, place: string): boolean {
  if (place.endsWith('?')) return path === place.slice(0, -1) || path.startsWith(place)
  return path === place || path.startsWith(`${place}/`) || path.startsWith(`${place}?`)
}

async function read<Answer extends object>(
  path: string,
  call: Call<Answer>,
  params: Params,
  query: Query,
): Promise<void> {
  readers.set(path, () => read(path, call, params, query))
  stale.delete(path)
  entries[path] ??= { data: null, error: null, isLoading: false, turn: 0, position: '' }
  // Not the value of the assignment: that is the object before it was made a proxy.
  const entry = entries[path]
  entry.isLoading = true
  const turn = ++entry.turn
  try {
    const { answer, position } = await withRetry(() => request(call, { params, query }))
    if (entries[path] !== entry || entry.turn !== turn) return
    Object.assign(entry, { data: ref(answer), error: null, isLoading: false, position })
  } catch (error) {
    if (entries[path] !== entry || entry.turn !== turn) return
    Object.assign(entry, { error: ref(error as Error), isLoading: false })
  }
}

async function withRetry<T>(read: () => Promise<T>): Promise<T> {
  for (let left = RETRIES; ; left--)
    try {
      return await read()
    } catch (error) {
      if (left === 0 || !(error instanceof Unreachable)) throw error
      await new Promise((wake) => setTimeout(wake, error.retryAfterMs ?? RETRY_MS))
    }
}
