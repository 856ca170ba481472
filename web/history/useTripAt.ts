// The trip as it was after a change, with the one before it, so that what this change did can be marked. While the next
// one is on its way the last one stays on the screen.

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { HistoryEntry, TripStateResponse } from '#core/history/contract.ts'
import { getHistoryState } from '#core/history/contract.ts'
import { request } from '#web/platform/http.ts'

export interface TripAt {
  n: number
  entry: HistoryEntry
  state: TripStateResponse
  /** Null before the first change, and where this step changed nothing that this person is shown. */
  before: TripStateResponse | null
}

export interface TripAtRead {
  shown: TripAt | null
  error: Error | null
  retry(): void
}

/** A thumb that is dragged passes many; only where it rests is asked for. */
const REST_MS = 90
/** Each may be large. */
const KEPT = 16

/** @param n null until it is known how many there are */
export function useTripAt(tripId: string, n: number | null): TripAtRead {
  const [shown, setShown] = useState<TripAt | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [attempt, setAttempt] = useState(0)
  const kept = useRef(new Map<number, Promise<{ state: TripStateResponse; entry: HistoryEntry }>>())
  const wanted = useRef(n)

  function read(at: number) {
    const known = kept.current.get(at)
    kept.current.delete(at)
    const reading =
      known ?? request(getHistoryState, { params: { tripId, n: String(at) } }).then(({ body }) => body)
    kept.current.set(at, reading)
    reading.catch(() => kept.current.delete(at))
    for (const oldest of kept.current.keys()) if (kept.current.size > KEPT) kept.current.delete(oldest)
    return reading
  }
  const show = useEffectEvent(async (at: number) => {
    setError(null)
    try {
      const [{ state, entry }, before] = await Promise.all([read(at), at > 1 ? read(at - 1) : null])
      if (wanted.current !== at) return
      setShown({ n: at, entry, state, before: entry.n === at ? (before?.state ?? null) : null })
    } catch (failure) {
      if (wanted.current === at) setError(failure as Error)
    }
  })
  useEffect(() => {
    wanted.current = n
    if (n === null) return undefined
    if (kept.current.has(n)) return void show(n)
    const timer = setTimeout(() => void show(n), REST_MS)
    return () => clearTimeout(timer)
  }, [n, attempt])
  return { shown, error, retry: () => setAttempt(attempt + 1) }
}
