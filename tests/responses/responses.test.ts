// Every endpoint's response has its format and status, on a trip with one of everything.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { optionalFields } from '#core/money/events.ts'
import type * as v from 'valibot'
import { ReadModelNotReady } from '#projections/platform/readStore.ts'
import { aPoll, aTrip } from '#tests/authorization/scenario.ts'
import { endless, later, rows } from '#tests/authorization/table.ts'
import { jpeg, sha256OfBytes } from '#tests/support/pictures.ts'
import * as shapes from '#tests/responses/shapes.ts'
import { expectShape } from '#tests/responses/shapes.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { operations, validated } from '#tests/openapi/conformance.ts'
import { createAuthenticator } from '#tests/support/authenticator.ts'
import { type HttpResponse, createClient, expectSuccess } from '#tests/support/client.ts'
import { type Product, PASSWORD, startProduct } from '#tests/support/product.ts'

const PEOPLE = ['ann', 'ben', 'cat', 'dan', 'sam'] as const
let product: Product<(typeof PEOPLE)[number]>
let path: string
const ids = { trip: '', guest: '', expense: '', deposit: '', payment: '' }
const asked = new Set<string>()

beforeAll(async () => {
  validated.clear()
  product = await startProduct({ people: PEOPLE, env: { REGISTRATION: 'open' } })
  const { ben, cat } = product.people
  const plan = { ...aTrip, isPublic: true, budget: 1000, inviteUserIds: [ben.id, cat.id] }
  ids.trip = expectSuccess(await product.as('ann').post('/trips', plan)).trip.id
  path = `/trips/${ids.trip}`
})
afterAll(() => product.stop())

/** @param call as in the authorization table */
function expectAnswer(
  call: string,
  { status, body, text }: HttpResponse,
  expected: number,
  shape?: v.GenericSchema,
) {
  expect(rows.map((row) => row.call)).toContain(call)
  asked.add(call)
  expect(status, text).toBe(expected)
  if (shape) expectShape(shape, body)
  else expect(text).toBe('')
}

const pay = (from: object, to: object, more: object = {}) => ({ from, to, amount: 3, ...more })

describe('response formats', () => {
  it('The responses to making, reading and using an invite link, and to keeping an account, have their format', async () => {
    const ann = product.as('ann')
    const made = await ann.post(`${path}/invite-link`, {})
    expectAnswer('POST /trips/{id}/invite-link', made, 201, shapes.madeLink)
    const { id, url } = made.body.inviteLink
    const secret = url.split('#')[1]
    const seen = await product.anonymous.post('/invite-links/preview', { secret })
    expectAnswer('POST /invite-links/preview', seen, 200, shapes.linkPreview)
    const joined = await product.anonymous.post('/invite-links/join', { secret, name: 'Mia Chen' })
    expectAnswer('POST /invite-links/join', joined, 201, shapes.joined)
    const mia = createClient(product.port, joined.body.token)
    const kept = await mia.post('/auth/keep', { username: 'mia', password: 'quiet river stone' })
    expectAnswer('POST /auth/keep', kept, 200, shapes.kept)
    const links = await ann.get(`${path}/invite-link`)
    expectAnswer('GET /trips/{id}/invite-link', links, 200, shapes.links)
    expectAnswer('DELETE /trips/{id}/invite-link/{l}', await ann.del(`${path}/invite-link/${id}`), 204)
  })

  it('The responses to signing in and of sessions have their format', async () => {
    coversSpec('§3 Auth user', '§3 Login payload', '§7 Auth: GET /auth/me')

    const credentials = { username: 'ann', password: PASSWORD }
    const ann = await product.signIn('ann')
    expectAnswer(
      'POST /auth/login',
      await product.anonymous.post('/auth/login', credentials),
      200,
      shapes.login,
    )
    expectAnswer('GET /auth/me', await ann.get('/auth/me'), 200, shapes.me)
    expectAnswer('GET /auth/sessions', await ann.get('/auth/sessions'), 200, shapes.sessions)
    expectAnswer('POST /auth/refresh', await ann.post('/auth/refresh'), 200, shapes.login)
    expectAnswer('POST /auth/logout', await ann.post('/auth/logout'), 204)
    const newcomer = { username: 'newcomer', password: PASSWORD }
    expectAnswer(
      'POST /auth/register',
      await product.anonymous.post('/auth/register', newcomer),
      201,
      shapes.login,
    )
    const dan = await product.signIn('dan')
    const change = { currentPassword: PASSWORD, newPassword: 'another good one' }
    expectAnswer('POST /auth/change-password', await dan.post('/auth/change-password', change), 204)
    expectAnswer('DELETE /auth/sessions', await dan.del('/auth/sessions'), 204)
  })

  it('The responses of passkeys have their format', async () => {
    const { body: entering } = await product.anonymous.post('/auth/login', {
      username: 'newcomer',
      password: PASSWORD,
    })
    const newcomer = createClient(product.port, entering.token)
    const device = createAuthenticator(product.port)
    const password = { currentPassword: PASSWORD }
    const options = await device.creationOptions(newcomer, password)
    expectAnswer('POST /auth/passkeys/options', options, 200, shapes.passkeyOptions)
    const added = await device.post(newcomer, '/auth/passkeys', { passkey: device.create(options.body) })
    expectAnswer('POST /auth/passkeys', added, 201, shapes.addedPasskey)
    const { body: more } = await device.creationOptions(newcomer, password)
    expectShape(shapes.passkeyOptions, more)
    expect(more.excludeCredentials).toHaveLength(1)
    const asking = await device.loginOptions(product.anonymous)
    expectAnswer('POST /auth/passkey-login/options', asking, 200, shapes.passkeyLoginOptions)
    const passkey = device.get(asking.body)
    const entered = await device.post(product.anonymous, '/auth/passkey-login', { passkey })
    expectAnswer('POST /auth/passkey-login', entered, 200, shapes.login)
    expectAnswer('GET /auth/passkeys', await newcomer.get('/auth/passkeys'), 200, shapes.passkeys)
    const gone = await newcomer.del(`/auth/passkeys/${added.body.passkey.id}`)
    expectAnswer('DELETE /auth/passkeys/{k}', gone, 204)
  })

  it('The responses about people have their format', async () => {
    coversSpec('§3 User', '§7 Users: GET /users/{id}', '§7 Users: GET /users/search?q={text}')

    const ann = product.as('ann')
    expectAnswer('GET /users', await ann.get('/users'), 200, shapes.users)
    expectAnswer('GET /users/{id}', await ann.get(`/users/${product.people.ben.id}`), 200, shapes.oneUser)
    expectAnswer('GET /users/search', await ann.get('/users/search?q=a'), 200, shapes.hits)
    expect(expectSuccess(await ann.get('/users/search?q=ann')).users).toMatchObject([{ username: 'ann' }])
  })

  it('The responses about trips have their format', async () => {
    coversSpec('§3 Trip: id, title', '§7 Trips: GET /trips/{id}', '§7 Trips: POST /trips')

    const ann = product.as('ann')
    const made = await ann.post('/trips', { ...aTrip, inviteUserIds: ['nobody'] })
    expectAnswer('POST /trips', made, 201, shapes.planned)
    expectAnswer('GET /trips', await ann.get('/trips'), 200, shapes.trips)
    const discovered = await product.as('sam').get('/trips?scope=discover')
    expectAnswer('GET /trips', discovered, 200, shapes.discovered)
    expect(discovered.body.trips).toHaveLength(1)
    expectAnswer('GET /trips/{private}', await ann.get(`/trips/${made.body.trip.id}`), 200, shapes.oneTrip)
    expectAnswer('GET /trips/{public}', await product.as('sam').get(path), 200, shapes.reducedTrip)
    expectAnswer('PUT /trips/{id}', await ann.put(path, { description: 'Soon' }), 200, shapes.oneTrip)
    const replica = await ann.get(`${path}/replica`)
    expectAnswer('GET /trips/{id}/replica', replica, 200, shapes.replica)
    const invite = { userIds: [product.people.dan.id, 'nobody'] }
    expectAnswer('POST /trips/{id}/invite', await ann.post(`${path}/invite`, invite), 200, shapes.invited)
    expectAnswer('DELETE /trips/{id}', await ann.del(`/trips/${made.body.trip.id}`), 204)
  })

  it('The responses about people on a trip have their format', async () => {
    coversSpec(
      '§3 Guest participant',
      '§3 Trip participants',
      '§5 Guest: Role is member or co_organizer',
      '§6 Trip roles are organizer',
      '§7 Trips: GET /trips/{id}/all-participants',
      '§7 Trips: GET /trips/{id}/guest-participants',
      '§7 Trips: POST /trips/{id}/guest-participants',
    )

    const ann = product.as('ann')
    const { ben, cat } = product.people
    const role = `${path}/participants/${ben.id}`
    const changed = await ann.put(role, { role: 'co_organizer' })
    expectAnswer('PUT /trips/{id}/participants/{userId}', changed, 200, shapes.oneParticipant)
    const handed = await ann.post(`${path}/organizer`, { userId: ben.id })
    expectAnswer('POST /trips/{id}/organizer', handed, 200, shapes.oneTrip)
    expectSuccess(await product.as('ben').post(`${path}/organizer`, { userId: product.people.ann.id }))

    const guest = {
      name: 'Gina',
      email: 'gina@example.com',
      phone: '+852 5550',
      notes: 'Late',
      role: 'co_organizer',
    }
    const added = await ann.post(`${path}/guest-participants`, guest)
    expectAnswer('POST /trips/{id}/guest-participants', added, 201, shapes.oneGuest)
    ids.guest = added.body.guestParticipant.id
    const bare = await ann.post(`${path}/guest-participants`, { name: 'Greg' })
    expectAnswer('POST /trips/{id}/guest-participants', bare, 201, shapes.oneGuest)
    const edited = await ann.put(`${path}/guest-participants/${ids.guest}`, { phone: null })
    expectAnswer('PUT /trips/{id}/guest-participants/{guestId}', edited, 200, shapes.oneGuest)
    const list = `${path}/guest-participants`
    expectAnswer('GET /trips/{id}/guest-participants', await ann.get(list), 200, shapes.guests)
    const seenByCat = await product.as('cat').get(list)
    expectAnswer('GET /trips/{id}/guest-participants', seenByCat, 200, shapes.guestsForMembers)
    const all = await ann.get(`${path}/all-participants`)
    expectAnswer('GET /trips/{id}/all-participants', all, 200, shapes.allParticipants)
    const greg = { guestId: bare.body.guestParticipant.id }
    const said = await product.as('ben').post(`${path}/guest-claims`, greg)
    expectAnswer('POST /trips/{id}/guest-claims', said, 201, shapes.oneGuestClaim)
    const answered = await ann.put(`${path}/guest-claims/${said.body.guestClaim.id}`, {
      response: 'declined',
    })
    expectAnswer('PUT /trips/{id}/guest-claims/{claimId}', answered, 200, shapes.oneGuestClaim)
    const asked = await ann.post(`${path}/polls`, aPoll)
    expectAnswer('POST /trips/{id}/polls', asked, 201, shapes.onePoll)
    const { id: pollId, options } = asked.body.poll
    const voted = await ann.put(`/polls/${pollId}/vote`, { optionIds: [options[0].id] })
    expectAnswer('PUT /polls/{pollId}/vote', voted, 200, shapes.onePoll)
    expectAnswer(
      'POST /polls/{pollId}/close',
      await ann.post(`/polls/${pollId}/close`, {}),
      200,
      shapes.onePoll,
    )
    expectAnswer('GET /trips/{id}/polls', await ann.get(`${path}/polls`), 200, shapes.polls)
    const removed = await ann.del(`${path}/guest-participants/${bare.body.guestParticipant.id}`)
    expectAnswer('DELETE /trips/{id}/guest-participants/{guestId}', removed, 204)
    expectAnswer('PUT /trips/{id}/pin', await ann.put(`${path}/pin`, undefined), 204)
    expectAnswer('DELETE /trips/{id}/pin', await ann.del(`${path}/pin`), 204)
    expectAnswer('POST /trips/{id}/leave', await product.as('cat').post(`${path}/leave`), 204)
    const gone = await ann.del(`${path}/participants/${product.people.dan.id}`)
    expectAnswer('DELETE /trips/{id}/participants/{userId}', gone, 204)
    expectSuccess(await ann.post(`${path}/invite`, { userIds: [cat.id] }))
  })

  it('The responses about invitations have their format', async () => {
    coversSpec('§3 Trip invitation: id, with a response', '§7 Invitations: DELETE /trip-invitations/{id}')

    const [ann, ben, cat] = [product.as('ann'), product.as('ben'), product.as('cat')]
    expectAnswer('GET /trip-invitations', await ann.get('/trip-invitations'), 200, shapes.invitations)
    const { invitations } = expectSuccess(await ben.get(`/trip-invitations?tripId=${ids.trip}`))
    const answered = await ben.put(`/trip-invitations/${invitations[0].id}/respond`, { response: 'accepted' })
    expectAnswer('PUT /trip-invitations/{id}/respond', answered, 200, shapes.oneInvitation)
    expect([invitations[0].response, expectSuccess(answered).invitation.response]).toEqual([null, 'accepted'])
    const request = { message: 'Is there room?' }
    const asked = await product.as('sam').post(`${path}/join-requests`, request)
    expectAnswer('POST /trips/{public}/join-requests', asked, 201, shapes.oneInvitation)
    expectAnswer('GET /trip-invitations', await ann.get('/trip-invitations'), 200, shapes.invitations)
    const reduced = await product.as('sam').get(path)
    expectAnswer('GET /trips/{public}', reduced, 200, shapes.reducedTrip)
    expect(reduced.body.trip.joinRequest).toBe('pending')
    const pending = expectSuccess(await cat.get('/trip-invitations?status=pending')).invitations
    expectAnswer('DELETE /trip-invitations/{id}', await ann.del(`/trip-invitations/${pending[0].id}`), 204)
  })

  it('The responses about the itinerary have their format', async () => {
    coversSpec('§3 Itinerary', '§7 Itinerary: GET /trips/{id}/itinerary')

    const ann = product.as('ann')
    const day = { date: '2026-06-03', title: 'Tram 28', startTime: '10:00' }
    const whole = {
      ...day,
      endTime: '11:00',
      location: 'Alfama',
      description: 'Hold on',
      status: 'confirmed',
    }
    const added = await ann.post(`/itineraries/${ids.trip}/items`, day)
    expectAnswer('POST /itineraries/{id}/items', added, 201, shapes.oneItem)
    const other = await ann.post(`/itineraries/${ids.trip}/items`, { ...whole, sortOrder: 4 })
    expectAnswer('POST /itineraries/{id}/items', other, 201, shapes.oneItem)
    const of = `/itinerary-items/${added.body.item.id}`
    const changed = await ann.send('PATCH', of, { body: { status: 'completed' } })
    expectAnswer('PATCH /itinerary-items/{id}', changed, 200, shapes.oneItem)
    const read = await ann.get(`${path}/itinerary`)
    expectAnswer('GET /trips/{id}/itinerary', read, 200, shapes.itinerary)
    expect(read.body.itinerary.id).toBe(ids.trip)
    expectAnswer('DELETE /itinerary-items/{id}', await ann.del(of), 204)
    expectSuccess(await ann.post(`${of}/restore`))
    expectSuccess(await ann.del(of))
  })

  it('The responses about expenses have their format', async () => {
    coversSpec(
      '§3 Expense participant',
      '§3 Expense',
      '§3 Expense category',
      '§7 Expenses and pool: They return the expense',
      '§7 Expenses and pool: GET /expense-categories',
    )

    const ann = product.as('ann')
    const { ben } = product.people
    const plain = { description: 'Dinner', amount: 10, category: 'food', sharedBy: [ben.id, ids.guest] }
    const added = await ann.post(`${path}/expenses`, plain)
    expectAnswer('POST /trips/{id}/expenses', added, 201, shapes.oneExpense)
    ids.expense = added.body.expense.id
    const texts = optionalFields(() => 'https://example.com/r')
    const foreign = { ...plain, ...texts, currency: 'EUR', exchangeRate: 9.05 }
    expectAnswer(
      'POST /trips/{id}/expenses',
      await ann.post(`${path}/expenses`, foreign),
      201,
      shapes.oneExpense,
    )
    const typed = { ...plain, paidFromPool: true, sharedBy: [{ id: ids.guest, type: 'guest', name: 'Gina' }] }
    const enhanced = await ann.post(`${path}/expenses-enhanced`, typed)
    expectAnswer('POST /trips/{id}/expenses-enhanced', enhanced, 201, shapes.oneExpense)
    const edited = await ann.put(`/expenses/${ids.expense}`, { amount: 12 })
    expectAnswer('PUT /expenses/{id}', edited, 200, shapes.oneExpense)
    expectAnswer('GET /trips/{id}/expenses', await ann.get(`${path}/expenses`), 200, shapes.expenses)
    expectAnswer('GET /expense-categories', await ann.get('/expense-categories'), 200, shapes.categories)
    const summary = await ann.get(`${path}/expense-summary`)
    expectAnswer('GET /trips/{id}/expense-summary', summary, 200, shapes.summary)
    const expense = `/expenses/${ids.expense}`
    expectAnswer('DELETE /expenses/{id}', await ann.del(expense), 204)
    expectShape(shapes.oneExpense, expectSuccess(await ann.post(`${expense}/restore`)))
    expectSuccess(await ann.del(expense))
  })

  it('The people of an expense have their role, and guests their e-mail and phone until they are removed', async () => {
    coversSpec('§3 Expense participant')

    const [ann, ben] = [product.as('ann'), product.as('ben')]
    const trip = `/trips/${expectSuccess(await ann.post('/trips', { ...aTrip, inviteUserIds: [product.people.ben.id] })).trip.id}`
    const contact = { name: 'Gina', email: 'gina@example.com', phone: '+852 5550', role: 'co_organizer' }
    const { id } = expectSuccess(
      await ann.post(`${trip}/guest-participants`, { ...contact, notes: 'Late' }),
    ).guestParticipant
    const gina = { id, type: 'guest' }
    const entry = {
      description: 'Dinner',
      amount: 10,
      category: 'food',
      paidBy: gina,
      sharedBy: [product.people.ben.id, id],
    }
    const { expense } = expectSuccess(await ben.post(`${trip}/expenses`, entry))
    const organized = { ...gina, ...contact }
    expect(expense.paidBy).toEqual(organized)
    expect(expense.payers).toEqual([{ ...organized, amount: 10, originalAmount: null }])
    expect(expense.sharedBy).toEqual([
      { id: product.people.ben.id, type: 'user', name: 'ben', role: 'member', share: 5 },
      { ...organized, share: 5 },
    ])
    const unread = vi.spyOn(product.readStore, 'getMany').mockRejectedValue(new ReadModelNotReady('guests'))
    const meanwhile = await ben.put(`/expenses/${expense.id}`, { notes: 'while contacts cannot be read' })
    unread.mockRestore()
    expect(expectSuccess(meanwhile).expense.paidBy).toEqual({ ...gina, name: 'Gina', role: 'co_organizer' })
    const read = await ben.get(`${trip}/expenses`)
    expect(read.body.expenses).toMatchObject([
      { ...expense, notes: expect.any(String), updatedAt: expect.any(String), revision: 1 },
    ])
    const etag = read.headers['etag']!
    expectSuccess(await ann.put(`${trip}/guest-participants/${id}`, { phone: '+852 5551' }))
    const since = await ben.get(`${trip}/expenses`, { headers: { 'If-None-Match': etag } })
    expect(expectSuccess(since).expenses[0].paidBy).toEqual({ ...organized, phone: '+852 5551' })

    expectSuccess(await ann.del(`${trip}/guest-participants/${id}`))
    expectSuccess(await ann.del(`${trip}/participants/${product.people.ben.id}`))
    const { expenses } = expectSuccess(await ann.get(`${trip}/expenses`))
    expect(expenses[0].sharedBy).toMatchObject([
      { name: 'ben', role: null },
      { name: 'Gina', role: null, email: null, phone: null },
    ])
  })

  it('The responses about the pool have their format', async () => {
    coversSpec('§3 Pool info', '§3 Pool transaction', '§7 Expenses and pool: GET /trips/{id}/pool')

    const ann = product.as('ann')
    const given = await ann.post(`${path}/pool/contribute`, { amount: 20, description: 'For all (ben)' })
    expectAnswer('POST /trips/{id}/pool/contribute', given, 201, shapes.oneTransaction)
    const participant = { id: ids.guest, type: 'guest' }
    const byGuest = await ann.post(`${path}/pool/contribute`, {
      amount: 30,
      participant,
      keptBy: participant,
    })
    expectAnswer('POST /trips/{id}/pool/contribute', byGuest, 201, shapes.oneTransaction)
    expect(byGuest.body.transaction).toMatchObject({
      userId: null,
      user: null,
      description: 'Pool contribution',
      keptBy: participant,
    })
    expect(given.body.transaction.keptBy).toBeNull()
    expectAnswer('GET /trips/{id}/pool', await ann.get(`${path}/pool`), 200, shapes.wholePool)
    const removed = await ann.del(`${path}/pool/transactions/${given.body.transaction.id}`)
    expectAnswer('DELETE /trips/{id}/pool/transactions/{t}', removed, 204)
  })

  it('The responses about balances and settlements have their format', async () => {
    coversSpec(
      '§3 Settlement result: Per participant',
      '§3 Settlement result: Payments: from',
      '§3 Settlement result: Totals: totalExpenses',
      '§7 Expenses and pool: GET /trips/{id}/balances',
      '§7 Calls with no path given: Paths for these calls',
    )

    const ann = product.as('ann')
    expectAnswer('GET /trips/{id}/balances', await ann.get(`${path}/balances`), 200, shapes.balances)
    for (const query of [
      '',
      ...['distributed', 'equal', 'reserved'].map((mode) => `?poolBalanceHandling=${mode}`),
    ])
      expectAnswer(
        'GET /trips/{id}/settlement',
        await ann.get(`${path}/settlement${query}`),
        200,
        shapes.settlement,
      )
    const me = { id: product.people.ann.id, type: 'user' }
    const toPool = pay(me, { id: 'pool', type: 'pool' }, { note: 'Cash' })
    const made = await ann.post(`${path}/payments`, toPool)
    expectAnswer('POST /trips/{id}/payments', made, 201, shapes.onePayment)
    const toGuest = await ann.post(`${path}/payments`, pay(me, { id: ids.guest, type: 'guest' }))
    expectAnswer('POST /trips/{id}/payments', toGuest, 201, shapes.onePayment)
    expectAnswer('GET /trips/{id}/payments', await ann.get(`${path}/payments`), 200, shapes.payments)
    const importId = '00000000-0000-4000-8000-000000000001'
    const records = [{ kind: 'payment', rowKey: 'a'.repeat(64), amount: 5, from: toPool.from, to: toPool.to }]
    const applied = { importId, source: 'Splitwise', fileHash: 'b'.repeat(64), records }
    const imported = await ann.post(`${path}/imports`, applied)
    expectAnswer('POST /trips/{id}/imports', imported, 201, shapes.imported)
    expectSuccess(await ann.del(`${path}/imports/${importId}`))
    const undone = await ann.del(`${path}/payments/${made.body.payment.id}`)
    expectAnswer('DELETE /trips/{id}/payments/{p}', undone, 204)
  })

  it('The responses about an empty trip’s money have their format', async () => {
    const ann = product.as('ann')
    const empty = `/trips/${expectSuccess(await ann.post('/trips', aTrip)).trip.id}`
    expectAnswer('GET /trips/{id}/pool', await ann.get(`${empty}/pool`), 200, shapes.wholePool)
    expectAnswer(
      'GET /trips/{id}/expense-summary',
      await ann.get(`${empty}/expense-summary`),
      200,
      shapes.summary,
    )
    expectAnswer('GET /trips/{id}/settlement', await ann.get(`${empty}/settlement`), 200, shapes.settlement)
    expect(expectSuccess(await ann.get(`${empty}/settlement`)).settlement.isSettled).toBe(true)
    expectAnswer('GET /trips/{id}/balances', await ann.get(`${empty}/balances`), 200, shapes.balances)
  })

  it('The responses about conversations and messages have their format', async () => {
    coversSpec(
      '§3 Conversation',
      '§3 Message',
      '§3 Trip chat',
      '§7 Conversations and trip chats: GET /conversations/{id}',
      '§7 Conversations and trip chats: POST /conversations/{id}/messages',
    )

    const [ann, ben] = [product.as('ann'), product.as('ben')]
    const direct = { type: 'direct', participant_ids: [product.people.ben.id] }
    const started = await ann.post('/conversations', direct)
    expectAnswer('POST /conversations', started, 201, shapes.oneConversation)
    expect(started.body.conversation).toMatchObject({ name: 'ben', last_message: null, last_seq: 0 })
    expectAnswer(
      'POST /conversations',
      await ben.post('/conversations', {
        ...direct,
        participant_ids: [product.people.ann.id],
      }),
      200,
      shapes.oneConversation,
    )
    const group = { type: 'group', name: 'Hikers', participant_ids: direct.participant_ids }
    const startedGroup = await ann.post('/conversations', group)
    expectAnswer('POST /conversations', startedGroup, 201, shapes.oneConversation)
    const groupAt = `/conversations/${startedGroup.body.conversation.id}`
    const renamed = await ann.put(groupAt, { name: 'Walkers' })
    expectAnswer('PUT /conversations/{id} (not in it)', renamed, 200, shapes.oneConversation)
    const invited = { participant_ids: [product.people.cat.id] }
    expectAnswer(
      'POST /conversations/{id}/participants (not in it)',
      await ann.post(`${groupAt}/participants`, invited),
      200,
      shapes.oneConversation,
    )
    for (const [call, response] of [
      [
        'PUT /conversations/{id}/notifications (not in it)',
        await ann.put(`${groupAt}/notifications`, { level: 'mentions' }),
      ],
      [
        'DELETE /conversations/{id}/participants/{userId} (not in it)',
        await ann.del(`${groupAt}/participants/${product.people.cat.id}`),
      ],
      ['POST /conversations/{id}/leave (not in it)', await ann.post(`${groupAt}/leave`)],
    ] as const)
      expectAnswer(call, response, 204)

    const at = `/conversations/${started.body.conversation.id}`
    const sent = await ann.post(`${at}/messages`, { content: 'Hello' })
    expectAnswer('POST /conversations/{id}/messages (not in it)', sent, 201, shapes.oneMessage)
    const reply = await ben.post(`${at}/messages`, { content: 'Hi', reply_to: sent.body.message.id })
    expectAnswer('POST /conversations/{id}/messages (not in it)', reply, 201, shapes.oneMessage)
    const edited = await ann.send('PATCH', `${at}/messages/${sent.body.message.id}`, {
      body: { content: 'Hey' },
    })
    expectAnswer('PATCH /conversations/{id}/messages/{m} (not in it)', edited, 200, shapes.oneMessage)
    const reaction = `${at}/messages/${sent.body.message.id}/reactions/${encodeURIComponent('👍')}`
    const call = '/conversations/{id}/messages/{m}'
    const added = await ben.put(reaction, undefined)
    expectAnswer(`PUT ${call}/reactions/{emoji} (not in it)`, added, 200, shapes.oneMessage)
    const takenBack = await ben.del(reaction)
    expectAnswer(`DELETE ${call}/reactions/{emoji} (not in it)`, takenBack, 200, shapes.oneMessage)
    const photo = jpeg()
    const address = `/files/${sha256OfBytes(photo)}`
    const stored = await ben.put(address, photo)
    expectAnswer('PUT /files/{hash}', stored, 201, shapes.oneFile)
    expect((await ben.get(address)).status).toBe(200)
    const unknown = await ben.get(`/files/${'0'.repeat(64)}`)
    expect(unknown.status).toBe(404)
    asked.add('GET /files/{unknown}')
    const withPhoto = { content: '', message_type: 'image', files: [{ ...stored.body.file, thumb: null }] }
    const sentPhoto = await ben.post(`${at}/messages`, withPhoto)
    expectAnswer('POST /conversations/{id}/messages (not in it)', sentPhoto, 201, shapes.oneMessage)
    const marked = await ben.post(`${at}/read`, { message_id: sent.body.message.id })
    expect(marked.status).toBe(200)
    const readers = await ann.get(`${at}/messages/${sent.body.message.id}/readers`)
    expectAnswer(`GET ${call}/readers (not in it)`, readers, 200, shapes.readers)
    expect(readers.body.readers).toHaveLength(1)
    const deleted = await ben.del(`${at}/messages/${reply.body.message.id}`)
    expectAnswer(`DELETE ${call} (not in it)`, deleted, 200, shapes.oneMessage)
    expectAnswer(
      'GET /conversations/{id}/messages (not in it)',
      await ann.get(`${at}/messages`),
      200,
      shapes.messages,
    )
    expectAnswer('GET /messages/search', await ann.get('/messages/search?q=hey'), 200, shapes.foundMessages)
    expectAnswer('GET /conversations/{id} (not in it)', await ann.get(at), 200, shapes.oneConversation)
    const read = await ann.post(`${at}/read`, { message_id: reply.body.message.id })
    expectAnswer('POST /conversations/{id}/read (not in it)', read, 200, shapes.unread)
    expectAnswer('GET /conversations', await ann.get('/conversations'), 200, shapes.conversations)
  })

  it('The responses about a trip’s chats have their format', async () => {
    coversSpec(
      '§3 Trip chat',
      '§6 Trip chat participants',
      '§7 Conversations and trip chats: GET /trips/{tripId}/chats',
      '§7 Conversations and trip chats: GET /trips/{tripId}/chats/{chatId}',
    )

    const ann = product.as('ann')
    const made = await ann.post(`${path}/chats`, { name: 'Plans', description: 'Who brings what' })
    expectAnswer('POST /trips/{id}/chats', made, 201, shapes.oneChat)
    const chat = `${path}/chats/${made.body.chat.id}`
    const said = { content: 'A tent' }
    const sent = await ann.post(`/conversations/${made.body.chat.id}/messages`, said)
    expectAnswer('POST /conversations/{id}/messages (not in it)', sent, 201, shapes.oneMessage)
    expectAnswer('GET /trips/{id}/chats', await ann.get(`${path}/chats`), 200, shapes.chats)
    expectAnswer('GET /trips/{id}/chats/{c}', await ann.get(chat), 200, shapes.oneChat)
    expectAnswer('PUT /trips/{id}/chats/{c}', await ann.put(chat, { description: null }), 200, shapes.oneChat)
    expectAnswer(
      'GET /conversations',
      await ann.get('/conversations?type=trip_chat'),
      200,
      shapes.conversations,
    )
    expectAnswer('DELETE /trips/{id}/chats/{c}', await ann.del(chat), 204)
  })

  it('The responses about a trip’s history have their format', async () => {
    const ann = product.as('ann')
    const history = await ann.get(`${path}/history?limit=100`)
    expectAnswer('GET /trips/{id}/history', history, 200, shapes.history)
    for (const { n } of history.body.entries) {
      const then = await ann.get(`${path}/history/${n}`)
      expectAnswer('GET /trips/{id}/history/{n}', then, 200, shapes.historyState)
    }
    expectSuccess(await ann.get(`${path}/history/export`))
    const removed = history.body.entries.find(({ type }: { type: string }) => type === 'ExpenseRemoved')
    expectShape(shapes.oneExpense, expectSuccess(await ann.post(`${path}/history/${removed.n}/restore`)))
    const [restored] = expectSuccess(await ann.get(`${path}/history?limit=1`)).entries
    const undone = await ann.post(`${path}/history/${restored.n}/undo`, {})
    expectAnswer('POST /trips/{id}/history/{n}/undo', undone, 204)
    expectAnswer(
      'GET /trips/{id}/history/totals',
      await ann.get(`${path}/history/totals`),
      200,
      shapes.totals,
    )
    expectAnswer('GET /trips/{id}/history/proof', await ann.get(`${path}/history/proof`), 200, shapes.proof)
  })

  it('Every endpoint was checked above', () => {
    const all = rows
      .map(({ call }) => call)
      .filter((call) => ![...later, ...endless].includes(call) && !call.includes('healthz'))
    expect(all.filter((call) => !asked.has(call))).toEqual([])
  })

  it('Every endpoint returned a success that matches the OpenAPI description', () => {
    const ids = operations
      .filter(({ path, operation }) => !operation.tags.includes('operations') && !path.endsWith('/changes'))
      .map(({ operation }) => operation.operationId)
    expect(ids.filter((id) => !validated.has(id))).toEqual([])
  })
})
