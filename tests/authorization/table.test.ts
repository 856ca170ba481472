// Row × actor: every cell of the table over HTTP, on a private trip and on a public one. Whoever is refused changes
// nothing and learns nothing.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller, Scene, Theatre } from '#tests/authorization/scene.ts'
import { aPayment, ACTORS, CAST, clientOf, openTheatre, stage } from '#tests/authorization/scene.ts'
import type { Expected, Row } from '#tests/authorization/table.ts'
import {
  askOf,
  endless,
  expectedOf,
  isOfTrip,
  later,
  methodOf,
  pathOf,
  rows,
} from '#tests/authorization/table.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import type { Answer, Client } from '#tests/support/client.ts'
import { done, exchange } from '#tests/support/client.ts'

let theatre: Theatre
const shared = new Map<boolean, Scene>()

beforeAll(async () => {
  theatre = await openTheatre()
  for (const isPublic of [false, true]) shared.set(isPublic, await stage(theatre, isPublic))
})
afterAll(() => theatre.stop())

const now = rows.filter(({ call }) => ![...later, ...endless].includes(call))
const ofSession = /^\/(auth\/|healthz)/
const cases = now
  .filter((row) => !ofSession.test(pathOf(row)))
  .flatMap((row) =>
    visibilities(row).flatMap((isPublic) =>
      ACTORS.map((actor) => {
        const expected = expectedOf(row, actor, isPublic)
        const where = isOfTrip(row) ? ` on a ${isPublic ? 'public' : 'private'} trip` : ''
        return { row, actor, isPublic, expected, title: `${row.call} by ${actor}${where}: ${row[actor]}` }
      }),
    ),
  )

function visibilities(row: Row): boolean[] {
  if (row.call.includes('{private}') || !isOfTrip(row)) return [false]
  return row.call.includes('{public}') ? [true] : [false, true]
}

/** After these, done once, the next actor would find another scene; all others only add to it. */
const consuming = new Set([
  'DELETE /trips/{id}',
  'POST /trips/{public}/join-requests',
  'POST /trips/{id}/invite',
  'PUT /trips/{id}/participants/{userId}',
  'POST /trips/{id}/organizer',
  'DELETE /trips/{id}/participants/{userId}',
  'POST /trips/{id}/leave',
  'DELETE /trips/{id}/guest-participants/{guestId}',
  'PUT /trip-invitations/{id}/respond',
  'DELETE /trip-invitations/{id}',
  'DELETE /expenses/{id}',
  'DELETE /itinerary-items/{id}',
  'DELETE /trips/{id}/payments/{p}',
  'DELETE /trips/{id}/pool/transactions/{t}',
  'DELETE /trips/{id}/chats/{c}',
])

const CODES = new Map([
  [401, 'TOKEN_MISSING'],
  [403, 'ACCESS_DENIED'],
  [404, 'NOT_FOUND'],
])

describe('who may do what', () => {
  it.each(cases)('$title', async ({ row, actor, isPublic, expected }) => {
    coversSpec('§6 Expense features', '§6 The whole /app area')

    const isUsedUp = consuming.has(row.call) && expected.status < 400
    const scene = isUsedUp ? await stage(theatre, isPublic) : shared.get(isPublic)!
    const before = await theatre.store.head()
    const answer = await act(row, actor, scene, expected)
    expect(answer.status, answer.text).toBe(expected.status)
    if (answer.status >= 400) {
      expect(await theatre.store.head()).toBe(before)
      if (answer.status !== 409) expect(answer.body.error.code).toBe(CODES.get(answer.status))
      expect(answer.text).not.toMatch(/Lisbon|Gina|Dinner|example\.com|\bat \w+ \(/)
    }
    if (expected.reduced) expect(Object.keys(answer.body.trip)).toContain('joinRequest')
    if (row.call === 'GET /trips' && actor !== 'anonymous') expectOwnTrips(answer, actor, scene)
    if (row.call === 'GET /trip-invitations' && actor !== 'anonymous')
      expectOwnInvitations(answer, actor, scene)
    if (row.call === 'GET /conversations' && actor !== 'anonymous') expectOwnConversations(answer, actor)
    if (row.call === 'POST /trips' && answer.status === 201)
      expect(answer.body.trip.userRole).toBe('organizer')
  })

  it('somebody else’s chat is changed and deleted by organizer and co_organizer, not by a member', async () => {
    const { tripId, chatId } = shared.get(false)!
    const path = `/trips/${tripId}/chats/${chatId}`
    expect((await theatre.as('mel').put(path, { name: 'Mine' })).status).toBe(403)
    expect((await theatre.as('mel').del(path)).status).toBe(403)
  })

  it('in a conversation one may write, as oneself; only the author edits', async () => {
    const { tripId, chatId } = await stage(theatre, false)
    const messages = `/conversations/${chatId}/messages`
    const said = await theatre.as('mel').post(messages, { content: 'Hello' })
    expect([said.status, said.body.message.sender.username]).toEqual([201, 'mel'])
    const path = `${messages}/${said.body.message.id}`
    const edit = (name: 'mel' | 'olga') => theatre.as(name).send('PATCH', path, { body: { content: 'Hi' } })
    expect([(await edit('mel')).status, (await edit('olga')).status]).toEqual([200, 403])
    const asSystem = { content: 'Hello', message_type: 'system' }
    expect((await theatre.as('mel').post(messages, asSystem)).status).toBe(403)
    const other = await stage(theatre, false)
    const elsewhere = await theatre.as('mel').get(`/trips/${tripId}/chats/${other.chatId}`)
    expect([elsewhere.status, elsewhere.body.message]).toEqual([404, 'Trip chat not found'])
    const reply = { content: 'Hello', reply_to: other.messageId }
    expect((await theatre.as('mel').post(messages, reply)).status).toBe(404)
  })

  it('a request to join is answered by the organizer alone, and taken back by who asked', async () => {
    for (const isPublic of [false, true]) {
      const { requestId, tripId } = await stage(theatre, isPublic)
      const path = `/trip-invitations/${requestId}`
      const respond = async (client: Client) =>
        (await client.put(`${path}/respond`, { response: 'accepted' })).status
      const outside = isPublic ? 403 : 404
      expect(await respond(theatre.as('rita')), 'not by who asked').toBe(outside)
      expect(await respond(theatre.as('sam'))).toBe(outside)
      for (const name of ['mel', 'cora', 'fred'] as const) expect(await respond(theatre.as(name))).toBe(404)
      const shownTo = async (name: 'rita' | 'olga' | 'cora' | 'mel' | 'sam') => {
        const { invitations } = done(
          await theatre.as(name).get(`/trip-invitations?direction=request&tripId=${tripId}`),
        )
        return invitations.map(({ id }: { id: string }) => id)
      }
      expect(await shownTo('olga')).toEqual([requestId])
      expect(await shownTo('rita'), 'a private trip tells a stranger nothing').toEqual(
        isPublic ? [requestId] : [],
      )
      for (const name of ['cora', 'mel', 'sam'] as const) expect(await shownTo(name)).toEqual([])
      for (const [name, status] of [
        ['mel', 403],
        ['cora', 403],
        ['fred', 404],
        ['sam', outside],
        ['rita', 204],
        ['rita', 409],
        ['olga', 409],
      ] as const)
        expect((await theatre.as(name).del(path)).status, name).toBe(status)
      expect(await respond(theatre.as('olga'))).toBe(409)
    }
  })

  it('there is nothing to ask of a private trip, whoever asks', async () => {
    const { tripId } = shared.get(false)!
    for (const actor of ACTORS.filter((one) => one !== 'anonymous'))
      expect((await clientOf(theatre, actor).post(`/trips/${tripId}/join-requests`, {})).status).toBe(404)
  })

  it('somebody else’s deposit and payment are refused to all but the organizer, a pool’s expense to everybody', async () => {
    const { tripId, depositId, paymentId, poolExpenseId, expenseId } = shared.get(false)!
    for (const actor of ['member', 'co_organizer'] as const) {
      const client = clientOf(theatre, actor)
      expect((await client.del(`/trips/${tripId}/pool/transactions/${depositId}`)).status).toBe(403)
      expect((await client.del(`/trips/${tripId}/payments/${paymentId}`)).status).toBe(403)
    }
    for (const actor of ['member', 'organizer'] as const) {
      const client = clientOf(theatre, actor)
      const inPool = await client.del(`/trips/${tripId}/pool/transactions/${poolExpenseId}`)
      expect([inPool.status, inPool.body.error.code]).toEqual([409, 'ExpenseStaysInThePool'])
      expect((await client.del(`/trips/${tripId}/pool/transactions/${expenseId}`)).status).toBe(404)
    }
  })

  it('a name in a description gives nobody a right', async () => {
    const { tripId } = shared.get(false)!
    const otto = theatre.as('otto')
    const body = { amount: 3, description: 'Pool contribution (gina) for mel' }
    const { transaction } = done(await otto.post(`/trips/${tripId}/pool/contribute`, body))
    const answer = await theatre.as('mel').del(`/trips/${tripId}/pool/transactions/${transaction.id}`)
    expect(answer.status).toBe(403)
  })

  it('a payment is undone by its payer and by its payee, too', async () => {
    const { tripId } = await stage(theatre, false)
    const { mel, cora, otto } = theatre.people
    for (const name of ['mel', 'cora'] as const) {
      const body = { ...aPayment(mel.id, otto.id), to: { id: cora.id, type: 'user' } }
      const { payment } = done(await theatre.as('otto').post(`/trips/${tripId}/payments`, body))
      expect((await theatre.as(name).del(`/trips/${tripId}/payments/${payment.id}`)).status).toBe(204)
    }
  })

  it('what belongs to another trip is not found in this one', async () => {
    const [{ tripId }, other] = [await stage(theatre, false), await stage(theatre, false)]
    const olga = theatre.as('olga')
    for (const path of [
      `guest-participants/${other.guestId}`,
      `pool/transactions/${other.depositId}`,
      `payments/${other.paymentId}`,
    ])
      expect((await olga.del(`/trips/${tripId}/${path}`)).status, path).toBe(404)
    const { trip } = done(await theatre.as('sam').post('/trips', { ...tripOfHerOwn }))
    expect(trip.userRole).toBe('organizer')
    expect((await theatre.as('sam').put(`/expenses/${other.expenseId}`, { amount: 1 })).status).toBe(404)
    expect((await theatre.as('sam').del(`/expenses/${other.expenseId}`)).status).toBe(404)
  })

  it('a stranger hears the same of a private trip as of none at all', async () => {
    const { tripId } = shared.get(false)!
    const sam = theatre.as('sam')
    const told = async (id: string) => {
      const { status, body } = await sam.get(`/trips/${id}`)
      const { requestId: _, ...error } = body.error
      return { status, message: body.message, error }
    }
    expect(await told(tripId)).toEqual(await told(randomUUID()))
  })

  it('notes about a guest are for organizer and co_organizer', async () => {
    const { tripId } = shared.get(false)!
    const withNotes = async (actor: Caller): Promise<boolean[]> => {
      const { guestParticipants } = done(
        await clientOf(theatre, actor).get(`/trips/${tripId}/guest-participants`),
      )
      return guestParticipants.map((guest: object) => Object.hasOwn(guest, 'notes'))
    }
    expect(new Set(await withNotes('member'))).toEqual(new Set([false]))
    expect(new Set(await withNotes('co_organizer'))).toEqual(new Set([true]))
    expect(new Set(await withNotes('organizer'))).toEqual(new Set([true]))
  })

  it('an answered or cancelled invitation is 409 for the one who may answer it, also after declining', async () => {
    const { answeredId, invitationId } = await stage(theatre, false)
    const respond = async (client: Client, id: string) =>
      (await client.put(`/trip-invitations/${id}/respond`, { response: 'declined' })).status
    expect(await respond(theatre.as('otto'), answeredId)).toBe(409)
    expect(await respond(theatre.as('mel'), invitationId)).toBe(200)
    expect(await respond(theatre.as('mel'), invitationId)).toBe(409)
    const cancelled = (await stage(theatre, false)).invitationId
    done(await theatre.as('olga').del(`/trip-invitations/${cancelled}`))
    expect(await respond(theatre.as('mel'), cancelled)).toBe(409)
  })
})

const tripOfHerOwn = {
  title: 'Oslo',
  destination: 'Norway',
  startDate: '2026-06-01',
  endDate: '2026-06-02',
}

/** For a cell that says "own" the actor first makes what the call then is about. */
async function act(row: Row, actor: Caller, scene: Scene, { own, request }: Expected) {
  const client = clientOf(theatre, actor)
  const ask = askOf(row, theatre, scene, actor)
  if (request) ask.path = ask.path.replace(scene.invitationId, scene.requestId)
  if (own && ask.path.includes('/chats/')) {
    const { chat } = done(await client.post(`/trips/${scene.tripId}/chats`, { name: 'Own plans' }))
    ask.path = ask.path.replace(scene.chatId, chat.id)
  } else if (own && methodOf(row) === 'DELETE') {
    const base = ask.path.replace(/\/[^/]+$/, '')
    const isPayment = base.endsWith('/payments')
    const made = isPayment
      ? await client.post(base, aPayment(theatre.people.otto.id, scene.guestId))
      : await client.post(base.replace('/transactions', '/contribute'), { amount: 2 })
    const { payment, transaction } = done(made)
    ask.path = `${base}/${(payment ?? transaction).id}`
  }
  return client.send(methodOf(row), ask.path, { body: ask.body })
}

function expectOwnTrips({ body }: Answer, actor: Exclude<Caller, 'anonymous'>, { tripId }: Scene) {
  const { id } = theatre.people[CAST[actor]]
  for (const trip of body.trips) expect(trip.participants.map((one: { id: string }) => one.id)).toContain(id)
  const isOn = ['member', 'co_organizer', 'organizer'].includes(actor)
  if (isOn) expect(body.pagination.total).toBeGreaterThan(0)
  const known = body.trips.some((trip: { id: string }) => trip.id === tripId)
  if (!isOn) expect(known).toBe(false)
}

function expectOwnInvitations({ body }: Answer, actor: Exclude<Caller, 'anonymous'>, { tripId }: Scene) {
  const { id } = theatre.people[CAST[actor]]
  // Only Olga organizes here.
  if (actor !== 'organizer') for (const { user } of body.invitations) expect(user.id).toBe(id)
  const here = body.invitations.filter(({ trip }: { trip: { id: string } }) => trip.id === tripId)
  // Fred's was cancelled when he was removed.
  const counts = { stranger: 0, member: 1, co_organizer: 1, organizer: 4, former: 0, admin: 0 }
  expect(here).toHaveLength(counts[actor])
}

function expectOwnConversations({ body }: Answer, actor: Exclude<Caller, 'anonymous'>) {
  const { id } = theatre.people[CAST[actor]]
  for (const { participants } of body.conversations)
    expect(participants.map((one: { id: string }) => one.id)).toContain(id)
  // The chats of the trips they are on.
  const isOn = ['member', 'co_organizer', 'organizer'].includes(actor)
  expect(body.conversations.length > 0).toBe(isOn)
}

describe('calls that end sessions', () => {
  let apart: Theatre
  beforeAll(async () => void (apart = await openTheatre()))
  afterAll(() => apart.stop())

  const ended = now.filter((row) => ofSession.test(pathOf(row)))
  it.each(
    ended.flatMap((row) =>
      ACTORS.map((actor) => ({ row, actor, title: `${row.call} by ${actor}: ${row[actor]}` })),
    ),
  )('$title', async ({ row, actor }) => {
    const client = actor === 'anonymous' ? apart.anonymous : await apart.signIn(CAST[actor])
    const { path, body } = askOf(row, apart, shared.get(false)!, actor)
    if (path.startsWith('/healthz'))
      return expect((await exchange(apart.port, 'GET', '/readyz', undefined, {})).status).toBe(row[actor])
    const answer = await client.send(methodOf(row), path, { body })
    expect(answer.status, answer.text).toBe(row[actor])
    if (row.call === 'POST /auth/logout' && client.token)
      expect((await client.get('/trips')).body.error.code).toBe('INVALID_TOKEN')
  })

  it('of somebody who was switched off answer 401 at once', async () => {
    const nora = await apart.signIn('nora')
    const by = { actor: 'system', key: randomUUID(), digest: 'd', requestId: 'r' }
    await apart.server.people.accounts.disableUser('nora', by)
    const answer = await nora.get('/auth/me')
    expect([answer.status, answer.body.error.code]).toEqual([401, 'USER_NOT_FOUND'])
  })
})

describe('what does not exist yet', () => {
  it.each(later)('%s is not found; when it is built, its row leaves the list', async (call) => {
    const row = rows.find((one) => one.call === call)
    expect(row, 'the list names a row of the table').toBeDefined()
    const path = pathOf(row!)
      .replace(/\{n\}/, '1')
      .replace(/\{\w+\}/g, () => randomUUID())
    const body = methodOf(row!) === 'GET' ? undefined : new TextEncoder().encode('{}')
    const headers = body ? { 'Content-Type': 'application/json' } : {}
    for (const at of [`/api${path}`, path]) {
      const { status } = await exchange(theatre.port, methodOf(row!), at, body, headers)
      expect(status).toBe(404)
    }
  })
})
