// An open trip follows what others do: whatever of it is on the screen is read again when it changed, and nobody has
// to ask. What is being typed is in its form and stays.

import { useEffect } from 'react'
import { markQueriesStale, queryPosition, reloadQueries } from '#web/platform/queries.ts'
import { tokenStorage } from '#web/platform/tokenStorage.ts'
import { openChangeFeed } from '#web/platform/live/changeFeed.ts'
import { API } from '#web/platform/origin.ts'
import { deviceTimers } from '#web/platform/timers.ts'

/** Changes that come together are read together. */
const TOGETHER_MS = 60

/** @param ready the trip was read: from there on changes are followed. */
export function useTripChanges(tripId: string, ready: boolean): void {
  useEffect(() => {
    if (!ready) return undefined
    const places = [`/trips/${tripId}`, '/trips?', '/trip-invitations?']
    let newest = ''
    let callOff: (() => void) | null = null
    const changes = openChangeFeed(queryPosition(`/trips/${tripId}`), {
      open: (after, signal) =>
        fetch(`${API}/trips/${encodeURIComponent(tripId)}/changes`, {
          headers: {
            Accept: 'text/event-stream',
            Authorization: `Bearer ${tokenStorage.get() ?? ''}`,
            ...(after !== '' && { 'Last-Event-ID': after }),
          },
          cache: 'no-store',
          signal,
        }),
      timers: deviceTimers,
      random: Math.random,
      onChange(position) {
        newest = position
        callOff ??= deviceTimers.after(TOGETHER_MS, () => {
          callOff = null
          void markQueriesStale(places, newest)
        })
      },
      onResync: () => void reloadQueries(places),
      // Whose trip it is not any more, and whose session is over, is told by the next reading.
      onEnd: () => void reloadQueries(places),
    })
    const wake = () => document.visibilityState === 'visible' && changes.wake()
    addEventListener('online', wake)
    document.addEventListener('visibilitychange', wake)
    return () => {
      callOff?.()
      changes.close()
      removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [tripId, ready])
}
