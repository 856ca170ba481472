// What a person may not read any more leaves the device with the next start, if they were removed while the app was closed.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listTrips } from '#core/trips/contract.ts'
import { conversationResponse } from '#tests/chat/conversationModel.ts'
import { longTimeout } from '#tests/support/timeout.ts'
import type * as DeleteInaccessibleContent from '#web/app/deleteInaccessibleContent.ts'
import type * as ChatState from '#web/chat/state/chatState.ts'
import type * as Cache from '#web/platform/offlineCache/deviceOfflineCache.ts'
import type * as QueryStore from '#web/platform/queries/queryStore.ts'
import type { ReplicaStore } from '#web/platform/replica/replicaStore.ts'
import type * as Session from '#web/platform/session/session.ts'
import { firstPage } from '#web/trips/tripPages.ts'

const tokenOf = (id: string) => `x.${btoa(JSON.stringify({ id, username: id }))}.x`
const refused = (status: number) => () =>
  Response.json({ error: { code: 'NOT_FOUND', message: 'Not found' } }, { status })
const page = (name: string, ids: readonly string[], total = ids.length) =>
  Response.json({ [name]: ids.map((id) => ({ id })), pagination: { limit: 100, offset: 0, total } })
const tripOf = (userRole: string | null) => () => Response.json({ trip: { userRole } })

/** What the store of replicas holds. */
let replicas: Set<string>
const store = { tripIds: vi.fn<ReplicaStore['tripIds']>(), remove: vi.fn<ReplicaStore['remove']>() }
/** By the path of the request, without its query. */
let responses: Record<string, (query: URLSearchParams, token: string) => Response | Promise<Response>>
let requests: string[]
let start: typeof DeleteInaccessibleContent
let cache: (typeof Cache)['offlineCache']
let chat: (typeof ChatState)['chatState']
let queries: typeof QueryStore
let session: (typeof Session)['session']

beforeEach(async () => {
  vi.resetModules()
  const storage = new Map([['token', tokenOf('ann')]])
  vi.stubGlobal('document', { documentElement: { dataset: {} }, addEventListener: () => undefined })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
  vi.stubGlobal('location', { origin: 'https://trips.example' })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
  requests = []
  responses = {
    '/trips': () => page('trips', []),
    '/conversations': () => page('conversations', []),
  }
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: Headers }) => {
    const { pathname, searchParams } = new URL(address)
    const path = pathname.replace('/api', '')
    requests.push(path)
    const respond = responses[path]
    if (!respond) throw new TypeError('Failed to fetch')
    return respond(searchParams, headers.get('Authorization') ?? '')
  })
  replicas = new Set()
  store.tripIds.mockReset().mockImplementation(async () => [...replicas])
  store.remove.mockReset().mockImplementation(async (_by, tripId) => void replicas.delete(tripId))
  vi.doMock('#web/platform/replica/replicaStore.ts', () => ({ createReplicaStore: () => store }))
  const { followSession, ...loaded } = await import('#web/platform/session/session.ts')
  session = loaded.session
  followSession()
  Object.assign(session, { user: { id: 'ann', username: 'ann' } })
  ;({ offlineCache: cache } = await import('#web/platform/offlineCache/deviceOfflineCache.ts'))
  await cache.open('ann')
  ;({ chatState: chat } = await import('#web/chat/state/chatState.ts'))
  chat.list.isLoaded = true
  queries = await import('#web/platform/queries/queryStore.ts')
  start = await import('#web/app/deleteInaccessibleContent.ts')
})
afterEach(() => {
  vi.doUnmock('#web/platform/replica/replicaStore.ts')
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Stores these entries, as an earlier start did. */
async function stored(entries: Record<string, object>): Promise<void> {
  for (const [name, value] of Object.entries(entries)) cache.save(name, () => value)
  await cache.flush()
}

/** Removals of replicas are queued. */
const expectReplicas = (...tripIds: string[]) =>
  vi.waitFor(() => expect([...replicas]).toEqual(tripIds), longTimeout)

test.each([403, 404])('A stored trip that the server refuses with %i is deleted', async (status) => {
  replicas = new Set(['lost', 'mine'])
  responses['/trips'] = () => page('trips', ['mine'])
  responses['/trips/lost'] = refused(status)
  await start.deleteInaccessibleContent()
  await expectReplicas('mine')
  expect(requests).toEqual(['/trips', '/trips/lost'])
})

test('A public trip that this person has lost is deleted, although everybody may see its short form', async () => {
  replicas = new Set(['lost', 'late'])
  responses['/trips/lost'] = tripOf(null)
  // The list lagged.
  responses['/trips/late'] = tripOf('member')
  await start.deleteInaccessibleContent()
  await expectReplicas('late')
})

test('What the offline cache has about a lost trip is deleted with it, and nothing else', async () => {
  await stored({
    '/trips/lost/guest-participants': { guests: ['0123 456'] },
    '/trip-invitations?tripId=lost': {},
    '/trips?limit=20&offset=20': { trips: [{ id: 'lost' }] },
    '/trips?limit=20&offset=0': { trips: [{ id: 'mine' }] },
    '/trips/mine/all-participants': {},
    // A stranger's form of a public trip.
    '/trips/public': {},
  })
  // The list was fetched since.
  cache.save('/trips?limit=20&offset=0', () => ({ trips: [] }))
  responses['/trips'] = () => page('trips', ['mine'])
  responses['/trips/lost'] = refused(404)
  await start.deleteInaccessibleContent()
  expect(cache.names().sort()).toEqual([
    '/trips/mine/all-participants',
    '/trips/public',
    '/trips?limit=20&offset=0',
  ])
})

test('Messages of a conversation that the server refuses are deleted, also where the list has more than a page', async () => {
  const ids = Array.from({ length: 120 }, (_, n) => `chat ${n}`)
  await stored({ 'conversation lost': {}, 'conversation chat 110': {}, 'conversation chat 3': {} })
  chat.list.conversations = ids.slice(0, 20).map((id) => conversationResponse({ id }))
  responses['/conversations'] = (query) => {
    const offset = Number(query.get('offset'))
    return page('conversations', ids.slice(offset, offset + Number(query.get('limit'))), ids.length)
  }
  responses['/conversations/lost'] = refused(403)
  await start.deleteInaccessibleContent()
  expect(cache.names().sort()).toEqual(['conversation chat 110', 'conversation chat 3'])
  expect(requests).toEqual(['/conversations', '/conversations', '/conversations/lost'])
})

test('Nothing is requested if the screens have fetched everything that is stored', async () => {
  replicas = new Set(['mine'])
  await stored({ 'conversation chat': {} })
  responses['/trips'] = () => page('trips', ['mine'])
  await queries.fetchQuery('/trips?limit=20&offset=0', listTrips, {}, firstPage)
  chat.list.conversations = [conversationResponse({ id: 'chat' })]
  requests = []
  await start.deleteInaccessibleContent()
  expect([requests, [...replicas], cache.names().includes('conversation chat')]).toEqual([[], ['mine'], true])
})

test.each([
  ['does not respond', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['fails', () => Response.json({ error: { message: 'Failed' } }, { status: 500 })],
  ['has ended the session', () => Response.json({ error: { message: 'No' } }, { status: 401 })],
  ['is behind a proxy that finds nothing', () => new Response('Not found', { status: 404 })],
])('Nothing is deleted if the server %s', async (_how, respond) => {
  replicas = new Set(['trip'])
  await stored({ '/trips/trip/chats': {}, 'conversation chat': {} })
  responses['/trips/trip'] = respond
  responses['/conversations/chat'] = respond
  await start.deleteInaccessibleContent()
  expect([requests.includes('/trips/trip'), store.remove.mock.calls, cache.names()]).toEqual([
    true,
    [],
    ['/trips/trip/chats', 'conversation chat'],
  ])
})

test('Nothing is asked before the server has responded in this start', async () => {
  replicas = new Set(['lost'])
  responses['/trips/lost'] = refused(404)
  chat.list.isLoaded = false
  const deleting = start.deleteInaccessibleContent()
  chat.list.error = 'Failed to load conversations'
  await Promise.resolve()
  expect(requests).toEqual([])
  chat.list.isLoaded = true
  await deleting
  await expectReplicas()
})

test('A refusal to a person who has signed out since deletes nothing of the next person', async () => {
  replicas = new Set(['theirs'])
  const tokens: string[] = []
  const { promise, resolve } = Promise.withResolvers<Response>()
  responses['/trips/theirs'] = (_query, token) => (tokens.push(token), promise)
  const deleting = start.deleteInaccessibleContent()
  await vi.waitFor(() => expect(tokens).toEqual([`Bearer ${tokenOf('ann')}`]), longTimeout)
  localStorage.setItem('token', tokenOf('ben'))
  Object.assign(session, { user: { id: 'ben', username: 'ben' }, token: tokenOf('ben') })
  await cache.open('ben')
  await stored({ '/trips/theirs/chats': {} })
  resolve(refused(404)())
  await deleting
  expect([store.remove.mock.calls, cache.names()]).toEqual([[], ['/trips/theirs/chats']])
})

test('A store of replicas that fails does not keep the rest of a lost trip', async () => {
  store.tripIds.mockRejectedValue(new Error('Unresponsive'))
  await stored({ '/trips/lost/chats': {} })
  responses['/trips/lost'] = refused(404)
  await start.deleteInaccessibleContent()
  expect(cache.names()).toEqual([])
})

test('Of many lost trips, a start asks about twenty, and the next about the others', async () => {
  replicas = new Set(Array.from({ length: 25 }, (_, n) => `lost ${n}`))
  for (const id of replicas) responses[`/trips/${encodeURIComponent(id)}`] = refused(404)
  await start.deleteInaccessibleContent()
  await expectReplicas('lost 20', 'lost 21', 'lost 22', 'lost 23', 'lost 24')
  await start.deleteInaccessibleContent()
  await expectReplicas()
})
