// Deletes from this device the trips and conversations that this person may not read any more, because they were removed
// while the app was closed. What becomes inaccessible while the app is open is deleted where it is shown.

import { subscribe } from 'valtio'
import { getConversation, listConversations } from '#core/chat/contract.ts'
import { endpointPath, type Pagination } from '#core/kernel/endpoint.ts'
import { getTrip, listTrips } from '#core/trips/contract.ts'
import { chatCache, rowNameOf } from '#web/chat/state/chatCache.ts'
import { chatState } from '#web/chat/state/chatState.ts'
import { Refused, request } from '#web/platform/http/http.ts'
import { offlineCache } from '#web/platform/offlineCache/deviceOfflineCache.ts'
import { entries, whenFetched } from '#web/platform/queries/queryStore.ts'
import { removeStoredReplica, storedTripIds } from '#web/platform/replica/storedReplicas.ts'
import { session } from '#web/platform/session/session.ts'
import { firstPage } from '#web/trips/tripPages.ts'

type Identified = readonly { id: string }[]

interface Stored {
  ids: readonly string[]
  /** Those of which this page knows from the server that they may be read. */
  fetched: Identified
  fetchPage(query: { limit: number; offset: number }): Promise<{ listed: Identified; pagination: Pagination }>
  /** @throws Refused */
  isReadable(id: string): Promise<boolean>
  delete(id: string): void
}

/** The longest page of the API. */
const PAGE_SIZE = 100
/** The next start asks about the others. */
const MAX_ASKED = 20

/** Once per start, when there is a network. Never rejects: after a failure the next start goes on. */
export async function deleteInaccessibleContent(): Promise<void> {
  const { user, token } = session
  if (!user || token === null) return
  await conversationsFetched()
  await new Promise<void>((resolve) => void whenFetched(resolve))
  try {
    await deleteInaccessible(await storedTrips(user.id, token), user.id)
    await deleteInaccessible(storedConversations(token), user.id)
  } catch {
    // The network is away, or the session has ended.
  }
}

/** Every start fetches them, whatever its screen, and repeats that until it succeeds. */
async function conversationsFetched(): Promise<void> {
  while (!chatState.list.isLoaded)
    await new Promise<void>((resolve) => {
      const unsubscribe = subscribe(chatState, () => {
        unsubscribe()
        resolve()
      })
    })
}

async function storedTrips(by: string, token: string): Promise<Stored> {
  // `/trips/{id}` alone is the form of a public trip that everybody may see.
  const named = offlineCache.names().flatMap((name) => /^\/trips\/([^/]+)\//.exec(name)?.[1] ?? [])
  const home = entries[endpointPath(listTrips, {}, firstPage)]
  return {
    ids: [...(await storedTripIds(by)), ...named],
    fetched: home?.data && !home.isCached ? (home.data as { trips: Identified }).trips : [],
    async fetchPage(query) {
      const { body } = await request(listTrips, { query, token })
      return { listed: body.trips, pagination: body.pagination }
    },
    async isReadable(tripId) {
      const { body } = await request(getTrip, { params: { tripId }, token })
      return body.trip.userRole !== null
    },
    delete(tripId) {
      removeStoredReplica(tripId, by)
      // Lists have it in their content.
      for (const name of offlineCache.names())
        if (`${name} ${JSON.stringify(offlineCache.find(name))}`.includes(tripId)) offlineCache.delete(name)
    },
  }
}

const storedConversations = (token: string): Stored => ({
  ids: offlineCache
    .names()
    .flatMap((name) => (name.startsWith(rowNameOf('')) ? name.slice(rowNameOf('').length) : [])),
  fetched: chatState.list.conversations,
  async fetchPage(query) {
    const { body } = await request(listConversations, { query, token })
    return { listed: body.conversations, pagination: body.pagination }
  },
  async isReadable(conversationId) {
    await request(getConversation, { params: { conversationId }, token })
    return true
  },
  delete: chatCache.deleteMessages,
})

/** @throws Refused or Unreachable */
async function deleteInaccessible(stored: Stored, by: string): Promise<void> {
  const missing = new Set(stored.ids)
  for (const { id } of stored.fetched) missing.delete(id)
  for (let offset = 0, total = 1; missing.size > 0 && offset < total; offset += PAGE_SIZE) {
    const { listed, pagination } = await stored.fetchPage({ limit: PAGE_SIZE, offset })
    for (const { id } of listed) missing.delete(id)
    total = pagination.total
  }
  // A list can lag, so the server is asked about each that it lacks.
  for (const id of [...missing].slice(0, MAX_ASKED)) {
    const isReadable = await stored.isReadable(id).catch(rethrowUnlessLost)
    // Another person's content may have the same id.
    if (session.user?.id !== by) return
    if (!isReadable) stored.delete(id)
  }
}

function rethrowUnlessLost(error: unknown): false {
  if (error instanceof Refused && [403, 404].includes(error.status)) return false
  throw error
}
