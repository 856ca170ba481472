// Follows the change feed of an open trip: folds the changes into its replica, and has the shown queries that they touch
// fetched again.

import { useEffect, useEffectEvent } from 'react'
import type { TripEvents } from '#core/trips/contract.ts'
import type { TripEvent } from '#core/trips/events.ts'
import {
  reloadQueries,
  replicaPath,
  entries,
  fetchers,
  isBelow,
  isShown,
  isTouched,
  reloadShown,
  shown,
} from '#web/platform/queries/queryStore.ts'
import { Refused, storedToken, Unreachable } from '#web/platform/http/http.ts'
import { openChangeFeed } from '#web/platform/replica/changeFeed.ts'
import { foldInOrder } from '#web/platform/replica/foldInOrder.ts'
import { followedTrips } from '#web/platform/outbox/replicaState.ts'
import { confirmReplica, foldIntoReplica, replicaOf } from '#web/platform/replica/tripReplica.ts'
import { apiUrl } from '#web/platform/http/apiUrl.ts'
import { deviceTimers } from '#web/platform/time/timers.ts'

type Change = TripEvents['change']

/** What the lists of invitations show: their state, and the trip's name, place and dates. */
const onInvitations: ReadonlySet<string> = new Set<TripEvent['type']>([
  'TripDetailsChanged',
  'TripDeleted',
  'ParticipantInvited',
  'InvitationAccepted',
  'InvitationDeclined',
  'InvitationCancelled',
  'JoinRequestMade',
  'JoinRequestAccepted',
  'JoinRequestDeclined',
  'JoinRequestCancelled',
  'JoinedByLink',
  'OrganizerHandedOver',
  'ParticipantLeft',
  'ParticipantRemoved',
])

/** Queries of changes that arrive together are fetched together. */
const COLLECT_MS = 60
/** A network that lets no feed through may still let requests through. */
const ALIVE_WITHIN_MS = 4000

/**
 * @param ready the first queries of the screen are fetched: the feed starts at their position
 * @param isListShown the list beside the trip shows balances and new changes, so each change touches it
 */
export function useTripChanges(tripId: string, ready: boolean, isListShown = false): void {
  const touchesLists = useEffectEvent(({ stream }: Change) => isListShown || stream.startsWith('trip-'))
  useEffect(() => {
    if (!ready) return undefined
    const path = replicaPath(tripId)
    const others = [`/trips/${tripId}`, '/trips?', '/trip-invitations?']
    const replica = replicaOf(tripId)
    const positions = [queryPosition(`/trips/${tripId}`), ...(replica ? [replica.position] : [])]
    const touched = new Set<string>()
    let newest = ''
    let cancel: (() => void) | null = null
    const replicaFeed = foldInOrder<Change>({
      fold: (change) => foldIntoReplica(tripId, change),
      async fetchSnapshot() {
        const isFetched = await reloadQueries([path])
        const error = entries[path]?.error
        return { isFetched, retryAfterMs: error instanceof Unreachable ? error.retryAfterMs : undefined }
      },
      timers: deviceTimers,
      random: Math.random,
    })
    const cancelReload = deviceTimers.after(ALIVE_WITHIN_MS, () => replicaFeed.refetch())
    const feed = openChangeFeed(positions.sort()[0]!, {
      open: async (after, signal) =>
        fetch(`${apiUrl()}/trips/${encodeURIComponent(tripId)}/changes`, {
          headers: {
            Accept: 'text/event-stream',
            Authorization: `Bearer ${storedToken()}`,
            ...(after !== '' && { 'Last-Event-ID': after }),
          },
          cache: 'no-store',
          signal,
        }),
      timers: deviceTimers,
      random: Math.random,
      onAlive() {
        cancelReload()
        followedTrips.add(tripId)
        confirmReplica(tripId)
      },
      onChange(change) {
        replicaFeed.receive(change)
        touched.add(`/trips/${tripId}`)
        if (touchesLists(change)) touched.add('/trips?')
        if (change.events.some(({ type }) => onInvitations.has(type))) touched.add('/trip-invitations?')
        newest = change.position
        cancel ??= deviceTimers.after(COLLECT_MS, () => {
          cancel = null
          void markQueriesStale([...touched], newest)
          touched.clear()
        })
      },
      onResync() {
        replicaFeed.refetch()
        void reloadQueries(others)
      },
      onDisconnect: () => void followedTrips.delete(tripId),
      async isRefused() {
        await reloadQueries([path, ...others])
        return entries[path]?.error instanceof Refused
      },
      // The status of the next fetch shows whether the access or the session has ended.
      onRevoked: () => void reloadQueries([path, ...others]),
    })
    const wake = () => {
      if (document.visibilityState !== 'visible') return
      replicaFeed.wake()
      feed.wake()
    }
    addEventListener('online', wake)
    document.addEventListener('visibilitychange', wake)
    return () => {
      cancel?.()
      cancelReload()
      followedTrips.delete(tripId)
      replicaFeed.close()
      feed.close()
      removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [tripId, ready])
}

/**
 * Others changed the data of these paths: queries fetched at an earlier position are fetched again.
 * @param position compares bytewise (docs/glossary.md, position)
 */
async function markQueriesStale(paths: readonly string[], position: string): Promise<void> {
  const isOlder = (path: string) => (entries[path]?.position ?? '') < position
  const touched = [...fetchers.keys()].filter((path) => isOlder(path) && isTouched(path, paths))
  await reloadShown(touched)
}

/** The lowest log position of the shown queries below this path; '' if none is fetched. */
function queryPosition(parent: string): string {
  const paths = [...shown.keys()].filter((path) => isShown(path) && isBelow(path, parent))
  return paths.flatMap((path) => (entries[path]?.data ? [entries[path].position] : [])).sort()[0] ?? ''
}
