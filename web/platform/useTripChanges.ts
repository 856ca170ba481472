// Follows the change feed of an open trip: shown queries are fetched again when others change them.

import { useEffect } from 'react'
import { markQueriesStale, queryPosition, reloadQueries } from '#web/platform/queries.ts'
import { tokenStorage } from '#web/platform/tokenStorage.ts'
import { openChangeFeed } from '#web/platform/changeFeed.ts'
import { API } from '#web/platform/origin.ts'
import { deviceTimers } from '#web/platform/timers.ts'

/** Changes that arrive together are fetched together. */
const COLLECT_MS = 60

/** @param ready the trip is fetched: its position is where the feed starts */
export function useTripChanges(tripId: string, ready: boolean): void {
  useEffect(() => {
    if (!ready) return undefined
    const paths = [`/trips/${tripId}`, '/trips?', '/trip-invitations?']
    let newest = ''
    let cancel: (() => void) | null = null
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
        cancel ??= deviceTimers.after(COLLECT_MS, () => {
          cancel = null
          void markQueriesStale(paths, newest)
        })
      },
      onResync: () => void reloadQueries(paths),
      // The next fetch tells whether this person may no longer read the trip, or the session is over.
      onEnd: () => void reloadQueries(paths),
    })
    const wake = () => document.visibilityState === 'visible' && changes.wake()
    addEventListener('online', wake)
    document.addEventListener('visibilitychange', wake)
    return () => {
      cancel?.()
      changes.close()
      removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [tripId, ready])
}
