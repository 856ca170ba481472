// Loads the trip as it was after a change, and after the change before it, to mark the differences. The last one
// stays on screen while the next is loading.

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type HistoryEntry, type TripStateResponse, getHistoryState } from '#core/history/contract.ts'
import { request } from '#web/platform/http/http.ts'

export interface TripAt {
  n: number
  entry: HistoryEntry
  state: TripStateResponse
  /** Null before the first change, and when this change altered nothing the person can see. */
  before: TripStateResponse | null
}

/** Delays loading while the slider is dragged. */
const DEBOUNCE_MS = 90
/** Each state may be large. */
const CACHE_SIZE = 16

/** @param n null until the newest change is loaded */
export function useTripAt(tripId: string, n: number | null) {
  const [shown, setShown] = useState<TripAt | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [attempt, setAttempt] = useState(0)
  const cache = useRef(new Map<number, Promise<{ state: TripStateResponse; entry: HistoryEntry }>>())
  const latestN = useRef(n)

  function read(at: number) {
    const cached = cache.current.get(at)
    cache.current.delete(at)
    const reading =
      cached ?? request(getHistoryState, { params: { tripId, n: String(at) } }).then(({ body }) => body)
    cache.current.set(at, reading)
    reading.catch(() => cache.current.delete(at))
    for (const oldest of cache.current.keys())
      if (cache.current.size > CACHE_SIZE) cache.current.delete(oldest)
    return reading
  }
  const show = useEffectEvent(async (at: number) => {
    setError(null)
    try {
      const [{ state, entry }, before] = await Promise.all([read(at), at > 1 ? read(at - 1) : null])
      if (latestN.current !== at) return
      setShown({ n: at, entry, state, before: entry.n === at ? (before?.state ?? null) : null })
    } catch (failure) {
      if (latestN.current === at) setError(failure as Error)
    }
  })
  useEffect(() => {
    latestN.current = n
    if (n === null) return undefined
    if (cache.current.has(n)) return void show(n)
    const timer = setTimeout(() => void show(n), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [n, attempt])
  return { shown, error, retry: () => setAttempt(attempt + 1) }
}
