// Every cell of the authorization table over HTTP, on a private trip and on a public one. A refused request changes
// nothing and reveals nothing.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Caller,
  type Scenario,
  type Fixture,
  aPayment,
  ACTORS,
  USERNAMES,
  clientOf,
  startFixture,
  createScenario,
} from '#tests/authorization/scenario.ts'
import {
  type Expected,
  type Row,
  requestOf,
  elsewhere,
  endless,
  expectedOf,
  isOfTrip,
  later,
  methodOf,
  pathOf,
  rows,
} from '#tests/authorization/table.ts'
import { operations } from '#tests/openapi/conformance.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { type HttpResponse, type Client, expectSuccess, sendRequest } from '#tests/support/client.ts'

let fixture: Fixture
const shared = new Map<boolean, Scenario>()

beforeAll(async () => {
  fixture = await startFixture()
  for (const isPublic of [false, true]) shared.set(isPublic, await createScenario(fixture, isPublic))
})
afterAll(() => fixture.stop())

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

/** Each of these changes the scenario for the next actor, so it gets a new one; all other rows only add to it. */
const consuming = new Set([
  'DELETE /trips/{id}',
  'POST /trips/{public}/join-requests',
  'POST /trips/{id}/invite',
  'PUT /trips/{id}/participants/{userId}',
  'POST /trips/{id}/organizer',
  'DELETE /trips/{id}/participants/{userId}',
  'POST /trips/{id}/leave',
  'DELETE /trips/{id}/guest-participants/{guestId}',
  'POST /trips/{id}/guest-claims',
  'PUT /trips/{id}/guest-claims/{claimId}',
  'POST /polls/{pollId}/close',
  'PUT /trip-invitations/{id}/respond',
  'DELETE /trip-invitations/{id}',
  'DELETE /expenses/{id}',
  'DELETE /itinerary-items/{id}',
  'DELETE /trips/{id}/payments/{p}',
  'DELETE /trips/{id}/pool/transactions/{t}',
  'DELETE /trips/{id}/chats/{c}',
  'POST /invite-links/join',
])

const CODES = new Map([
  [401, 'TOKEN_MISSING'],
  [403, 'ACCESS_DENIED'],
  [404, 'NOT_FOUND'],
])

describe('rights', () => {
  it.each(cases)(
    'The endpoint answers as the table says: $title',
    async ({ row, actor, isPublic, expected }) => {
      coversSpec('§6 Expense features', '§6 The whole /app area')

      const isUsedUp = consuming.has(row.call) && expected.status < 400
      const scenario = isUsedUp ? await createScenario(fixture, isPublic) : shared.get(isPublic)!
      const before = await fixture.store.head()
      const answer = await act(row, actor, scenario, expected)
      expect(answer.status, answer.text).toBe(expected.status)
      if (answer.status >= 400) {
        expect(await fixture.store.head()).toBe(before)
        const code = expected.password ? 'AddAPasswordFirst' : CODES.get(answer.status)
        if (answer.status !== 409) expect(answer.body.error.code).toBe(code)
        expect(answer.text).not.toMatch(/Lisbon|Gina|Dinner|example\.com|\bat \w+ \(/)
      }
      if (expected.reduced) expect(Object.keys(answer.body.trip)).toContain('joinRequest')
      if (row.call === 'GET /trips' && actor !== 'anonymous') expectOwnTrips(answer, actor, scenario)
      if (row.call === 'GET /trip-invitations' && actor !== 'anonymous')
        expectOwnInvitations(answer, actor, scenario)
      if (row.call === 'GET /conversations' && actor !== 'anonymous') expectOwnConversations(answer, actor)
      if (row.call === 'POST /trips' && answer.status === 201)
        expect(answer.body.trip.userRole).toBe('organizer')
    },
  )

  it('Every endpoint of the API has a row, or another test of who may use it', () => {
    const withoutNames = (call: string) => call.replaceAll(/\{\w+\}/g, '{}')
    const inTable = rows.map((row) => withoutNames(`${methodOf(row)} ${pathOf(row)}`))
    const described = operations.map(({ method, path }) =>
      withoutNames(`${method} ${path.replace(/^\/api/, '')}`),
    )
    expect(described.filter((call) => !inTable.includes(call)).toSorted()).toEqual(
      Object.keys(elsewhere).toSorted(),
    )
  })

  it('The chat of another person is changed and deleted by organizer and co_organizer, not by a member', async () => {
    const { tripId, chatId } = shared.get(false)!
    const path = `/trips/${tripId}/chats/${chatId}`
    expect((await fixture.as('mel').put(path, { name: 'Mine' })).status).toBe(403)
    expect((await fixture.as('mel').del(path)).status).toBe(403)
  })

  it('A participant of a conversation sends as themselves, and only the author edits a message', async () => {
    const { tripId, chatId } = await createScenario(fixture, false)
    const messages = `/conversations/${chatId}/messages`
    const said = await fixture.as('mel').post(messages, { content: 'Hello' })
    expect([said.status, said.body.message.sender.username]).toEqual([201, 'mel'])
    const path = `${messages}/${said.body.message.id}`
    const edit = (name: 'mel' | 'olga') => fixture.as(name).send('PATCH', path, { body: { content: 'Hi' } })
    expect([(await edit('mel')).status, (await edit('olga')).status]).toEqual([200, 403])
    const asSystem = { content: 'Hello', message_type: 'system' }
    expect((await fixture.as('mel').post(messages, asSystem)).status).toBe(403)
    const other = await createScenario(fixture, false)
    const elsewhere = await fixture.as('mel').get(`/trips/${tripId}/chats/${other.chatId}`)
    expect([elsewhere.status, elsewhere.body.message]).toEqual([404, 'Trip chat not found'])
    const reply = { content: 'Hello', reply_to: other.messageId }
    expect((await fixture.as('mel').post(messages, reply)).status).toBe(404)
  })

  it('A request to join is answered by the organizer alone, and withdrawn by its asker', async () => {
    for (const isPublic of [false, true]) {
      const { requestId, tripId } = await createScenario(fixture, isPublic)
      const path = `/trip-invitations/${requestId}`
      const respond = async (client: Client) =>
        (await client.put(`${path}/respond`, { response: 'accepted' })).status
      const outside = isPublic ? 403 : 404
      expect(await respond(fixture.as('rita')), 'not by who asked').toBe(outside)
      expect(await respond(fixture.as('sam'))).toBe(outside)
      for (const name of ['mel', 'cora', 'fred'] as const) expect(await respond(fixture.as(name))).toBe(404)
      const shownTo = async (name: 'rita' | 'olga' | 'cora' | 'mel' | 'sam') => {
        const { invitations } = expectSuccess(
          await fixture.as(name).get(`/trip-invitations?direction=request&tripId=${tripId}`),
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
        expect((await fixture.as(name).del(path)).status, name).toBe(status)
      expect(await respond(fixture.as('olga'))).toBe(409)
    }
  })

  it('A private trip refuses requests to join from anybody', async () => {
    const { tripId } = shared.get(false)!
    for (const actor of ACTORS.filter((one) => one !== 'anonymous'))
      expect((await clientOf(fixture, actor).post(`/trips/${tripId}/join-requests`, {})).status).toBe(404)
  })

  it('The deposit or payment of another person is refused to all but the organizer, and an expense of the pool to everybody', async () => {
    const { tripId, depositId, paymentId, poolExpenseId, expenseId } = shared.get(false)!
    for (const actor of ['member', 'co_organizer'] as const) {
      const client = clientOf(fixture, actor)
      expect((await client.del(`/trips/${tripId}/pool/transactions/${depositId}`)).status).toBe(403)
      expect((await client.del(`/trips/${tripId}/payments/${paymentId}`)).status).toBe(403)
    }
    for (const actor of ['member', 'organizer'] as const) {
      const client = clientOf(fixture, actor)
      const inPool = await client.del(`/trips/${tripId}/pool/transactions/${poolExpenseId}`)
      expect([inPool.status, inPool.body.error.code]).toEqual([409, 'ExpenseStaysInThePool'])
      expect((await client.del(`/trips/${tripId}/pool/transactions/${expenseId}`)).status).toBe(404)
    }
  })

  it('A name in a description grants no right', async () => {
    const { tripId } = shared.get(false)!
    const otto = fixture.as('otto')
    const body = { amount: 3, description: 'Pool contribution (gina) for mel' }
    const { transaction } = expectSuccess(await otto.post(`/trips/${tripId}/pool/contribute`, body))
    const answer = await fixture.as('mel').del(`/trips/${tripId}/pool/transactions/${transaction.id}`)
    expect(answer.status).toBe(403)
  })

  it('A payment can be undone by its payer and by its payee', async () => {
    const { tripId } = await createScenario(fixture, false)
    const { mel, cora, otto } = fixture.people
    for (const name of ['mel', 'cora'] as const) {
      const body = { ...aPayment(mel.id, otto.id), to: { id: cora.id, type: 'user' } }
      const { payment } = expectSuccess(await fixture.as('otto').post(`/trips/${tripId}/payments`, body))
      expect((await fixture.as(name).del(`/trips/${tripId}/payments/${payment.id}`)).status).toBe(204)
    }
  })

  it('A thing of another trip is not found under this trip', async () => {
    const [{ tripId }, other] = [await createScenario(fixture, false), await createScenario(fixture, false)]
    const olga = fixture.as('olga')
    for (const path of [
      `guest-participants/${other.guestId}`,
      `pool/transactions/${other.depositId}`,
      `payments/${other.paymentId}`,
    ])
      expect((await olga.del(`/trips/${tripId}/${path}`)).status, path).toBe(404)
    const { trip } = expectSuccess(await fixture.as('sam').post('/trips', { ...tripOfHerOwn }))
    expect(trip.userRole).toBe('organizer')
    expect((await fixture.as('sam').put(`/expenses/${other.expenseId}`, { amount: 1 })).status).toBe(404)
    expect((await fixture.as('sam').del(`/expenses/${other.expenseId}`)).status).toBe(404)
  })

  it('A private trip answers a stranger like a missing one', async () => {
    const { tripId } = shared.get(false)!
    const sam = fixture.as('sam')
    const responsesFor = async (id: string) => {
      const { status, body } = await sam.get(`/trips/${id}`)
      const { requestId: _, ...error } = body.error
      return { status, message: body.message, error }
    }
    expect(await responsesFor(tripId)).toEqual(await responsesFor(randomUUID()))
  })

  it('Notes about a guest are shown to organizer and co_organizer', async () => {
    const { tripId } = shared.get(false)!
    const withNotes = async (actor: Caller): Promise<boolean[]> => {
      const { guestParticipants } = expectSuccess(
        await clientOf(fixture, actor).get(`/trips/${tripId}/guest-participants`),
      )
      return guestParticipants.map((guest: object) => Object.hasOwn(guest, 'notes'))
    }
    expect(new Set(await withNotes('member'))).toEqual(new Set([false]))
    expect(new Set(await withNotes('co_organizer'))).toEqual(new Set([true]))
    expect(new Set(await withNotes('organizer'))).toEqual(new Set([true]))
  })

  it('An answered or cancelled invitation is 409 for its person, also after declining', async () => {
    const { answeredId, invitationId } = await createScenario(fixture, false)
    const respond = async (client: Client, id: string) =>
      (await client.put(`/trip-invitations/${id}/respond`, { response: 'declined' })).status
    expect(await respond(fixture.as('otto'), answeredId)).toBe(409)
    expect(await respond(fixture.as('mel'), invitationId)).toBe(200)
    expect(await respond(fixture.as('mel'), invitationId)).toBe(409)
    const cancelled = (await createScenario(fixture, false)).invitationId
    expectSuccess(await fixture.as('olga').del(`/trip-invitations/${cancelled}`))
    expect(await respond(fixture.as('mel'), cancelled)).toBe(409)
  })
})

const tripOfHerOwn = {
  title: 'Oslo',
  destination: 'Norway',
  startDate: '2026-06-01',
  endDate: '2026-06-02',
}

/** For a cell that says "own", the actor first creates the thing that the request names. */
async function act(row: Row, actor: Caller, scenario: Scenario, { own, request }: Expected) {
  const client = clientOf(fixture, actor)
  const ask = requestOf(row, fixture, scenario, actor)
  if (request) ask.path = ask.path.replace(scenario.invitationId, scenario.requestId)
  if (own && ask.path.includes('/chats/')) {
    const { chat } = expectSuccess(
      await client.post(`/trips/${scenario.tripId}/chats`, { name: 'Own plans' }),
    )
    ask.path = ask.path.replace(scenario.chatId, chat.id)
  } else if (own && methodOf(row) === 'DELETE') {
    const base = ask.path.replace(/\/[^/]+$/, '')
    const isPayment = base.endsWith('/payments')
    const made = isPayment
      ? await client.post(base, aPayment(fixture.people.otto.id, scenario.guestId))
      : await client.post(base.replace('/transactions', '/contribute'), { amount: 2 })
    const { payment, transaction } = expectSuccess(made)
    ask.path = `${base}/${(payment ?? transaction).id}`
  }
  return client.send(methodOf(row), ask.path, { body: ask.body })
}

function expectOwnTrips({ body }: HttpResponse, actor: Exclude<Caller, 'anonymous'>, { tripId }: Scenario) {
  const { id } = fixture.people[USERNAMES[actor]]
  for (const trip of body.trips) expect(trip.participants.map((one: { id: string }) => one.id)).toContain(id)
  const isOn = ['member', 'co_organizer', 'organizer', 'provisional'].includes(actor)
  if (isOn) expect(body.pagination.total).toBeGreaterThan(0)
  const known = body.trips.some((trip: { id: string }) => trip.id === tripId)
  if (!isOn) expect(known).toBe(false)
}

function expectOwnInvitations(
  { body }: HttpResponse,
  actor: Exclude<Caller, 'anonymous'>,
  { tripId }: Scenario,
) {
  const { id } = fixture.people[USERNAMES[actor]]
  // Only Olga organizes a trip here.
  if (actor !== 'organizer') for (const { user } of body.invitations) expect(user.id).toBe(id)
  const here = body.invitations.filter(({ trip }: { trip: { id: string } }) => trip.id === tripId)
  // Fred's invitation was cancelled when he was removed.
  const counts = {
    ...{ stranger: 0, member: 1, co_organizer: 1, organizer: 4 },
    ...{ former: 0, admin: 0, provisional: 0 },
  }
  expect(here).toHaveLength(counts[actor])
}

function expectOwnConversations({ body }: HttpResponse, actor: Exclude<Caller, 'anonymous'>) {
  const { id } = fixture.people[USERNAMES[actor]]
  for (const { participants } of body.conversations)
    expect(participants.map((one: { id: string }) => one.id)).toContain(id)
  // These actors are in the chats of their trips.
  const isOn = ['member', 'co_organizer', 'organizer', 'provisional'].includes(actor)
  expect(body.conversations.length > 0).toBe(isOn)
}

describe('endpoints that end sessions', () => {
  let separate: Fixture
  beforeAll(async () => void (separate = await startFixture()))
  afterAll(() => separate.stop())

  const ended = now.filter((row) => ofSession.test(pathOf(row)))
  it.each(
    ended.flatMap((row) =>
      ACTORS.map((actor) => ({ row, actor, title: `${row.call} by ${actor}: ${row[actor]}` })),
    ),
  )('The endpoint answers as the table says: $title', async ({ row, actor }) => {
    const client = actor === 'anonymous' ? separate.anonymous : await separate.signIn(USERNAMES[actor])
    const { path, body, headers = {} } = requestOf(row, separate, shared.get(false)!, actor)
    if (path.startsWith('/healthz'))
      return expect((await sendRequest(separate.port, 'GET', '/readyz', undefined, {})).status).toBe(
        row[actor],
      )
    const answer = await client.send(methodOf(row), path, { body, headers })
    expect(answer.status, answer.text).toBe(expectedOf(row, actor, false).status)
    if (row.call === 'POST /auth/logout' && client.token)
      expect((await client.get('/trips')).body.error.code).toBe('INVALID_TOKEN')
  })

  it('The endpoints answer 401 at once for a disabled account', async () => {
    const nora = await separate.signIn('nora')
    const by = { actor: 'system', key: randomUUID(), digest: 'd', requestId: 'r' }
    await separate.server.people.accounts.disableUser('nora', by)
    const answer = await nora.get('/auth/me')
    expect([answer.status, answer.body.error.code]).toEqual([401, 'USER_NOT_FOUND'])
  })
})

describe('missing endpoints', () => {
  it.each(later)('The endpoint %s is not found until it is built and leaves this list', async (call) => {
    const row = rows.find((one) => one.call === call)
    expect(row, 'the list names a row of the table').toBeDefined()
    const path = pathOf(row!)
      .replace(/\{n\}/, '1')
      .replace(/\{\w+\}/g, () => randomUUID())
    const body = methodOf(row!) === 'GET' ? undefined : new TextEncoder().encode('{}')
    const headers = body ? { 'Content-Type': 'application/json' } : {}
    for (const at of [`/api${path}`, path]) {
      const { status } = await sendRequest(fixture.port, methodOf(row!), at, body, headers)
      expect(status).toBe(404)
    }
  })
})
