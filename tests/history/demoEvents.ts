// Produces every event at least once.

import { randomUUID } from 'node:crypto'
import { type UsernameState, usernameStreamType } from '#core/people/decider.ts'
import { RENEW_AFTER_MS } from '#core/people/contract.ts'
import { REPEAT_GROUP_AFTER } from '#core/chat/membership.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { sha256 } from '#api/platform/sha256.ts'
import { repairLog } from '#api/stores/repairLog.ts'
import { correctionsOf } from '#core/history/corrections.ts'
import { anActivity, anExpense, aTrip } from '#tests/authorization/scenario.ts'
import { createAuthenticator } from '#tests/support/authenticator.ts'
import { createClient, expectSuccess } from '#tests/support/client.ts'
import { jpeg, sha256OfBytes } from '#tests/support/pictures.ts'
import { PASSWORD, startProduct } from '#tests/support/product.ts'

export async function seedEveryEvent(store: EventStore): Promise<void> {
  const product = await startProduct({ people: ['ann', 'ben', 'cat', 'dan', 'eve', 'fay'], store })
  const { people, as } = product
  const accounts = product.server.people.accounts
  const by = () => ({ actor: 'system', key: randomUUID(), digest: 'd'.repeat(64), requestId: randomUUID() })

  await accounts.disableUser('fay', by())
  await accounts.enableUser('fay', by())
  const change = { currentPassword: PASSWORD, newPassword: 'another good one' }
  expectSuccess(await (await product.signIn('dan')).del('/auth/sessions'))
  expectSuccess(await (await product.signIn('eve')).post('/auth/change-password', change))
  expectSuccess(await (await product.signIn('ben')).post('/auth/logout'))
  const device = createAuthenticator(product.port)
  const added = await device.add(as('cat'), { currentPassword: PASSWORD })
  expectSuccess(await device.logIn(product.anonymous))
  expectSuccess(await as('cat').del(`/auth/passkeys/${expectSuccess(added).passkey.id}`))

  // A registration that reserves a name and stops there; a minute later another user may take the name.
  const { handleCommand } = product.server.operationDeps
  const reserve = { type: 'ReserveUsername', userId: randomUUID() } as const
  const half = { ...by(), at: new Date(product.clock()).toISOString() }
  await handleCommand(usernameStreamType, 'gus', {
    ...half,
    command: reserve.type,
    decide: async (state: UsernameState) => usernameStreamType.decide(reserve, state),
    toResponse: () => undefined,
  })
  product.clock.forward(RENEW_AFTER_MS)
  expectSuccess(await as('ann').post('/auth/refresh'))
  await accounts.addUser({ username: 'gus', email: null, isAdmin: false, password: PASSWORD }, by())

  const inviteUserIds = [people.ben.id, people.cat.id, people.dan.id, people.eve.id]
  const plan = { ...aTrip, description: 'Two cities', budget: 20_000, inviteUserIds }
  const trip = expectSuccess(await as('ann').post('/trips', plan)).trip.id as string
  const path = `/trips/${trip}`
  const respond = async (name: 'ben' | 'cat', response: string) => {
    const { invitations } = expectSuccess(await as(name).get('/trip-invitations?status=pending'))
    expectSuccess(await as(name).put(`/trip-invitations/${invitations[0].id}/respond`, { response }))
  }
  await respond('ben', 'accepted')
  const open = expectSuccess(await as('ann').post('/trips', { ...aTrip, isPublic: true })).trip.id as string
  const ask = async (name: 'ben' | 'cat') => {
    const { invitation } = expectSuccess(
      await as(name).post(`/trips/${open}/join-requests`, { message: 'May I come?' }),
    )
    return `/trip-invitations/${invitation.id}`
  }
  expectSuccess(await as('ann').put(`${await ask('ben')}/respond`, { response: 'accepted' }))
  expectSuccess(await as('ann').put(`${await ask('cat')}/respond`, { response: 'declined' }))
  expectSuccess(await as('cat').del(await ask('cat')))
  await respond('cat', 'declined')
  const { invitations } = expectSuccess(await as('ann').get('/trip-invitations?status=pending'))
  expectSuccess(await as('ann').del(`/trip-invitations/${invitations[0].id}`))
  expectSuccess(
    await as('ann').post(`${path}/invite`, { userIds: [people.cat.id, people.dan.id, people.fay.id] }),
  )
  expectSuccess(await as('ann').put(`${path}/participants/${people.ben.id}`, { role: 'co_organizer' }))
  expectSuccess(await as('ann').post(`${path}/organizer`, { userId: people.ben.id }))
  expectSuccess(await as('cat').post(`${path}/leave`))
  expectSuccess(await as('ben').del(`${path}/participants/${people.fay.id}`))
  expectSuccess(await as('ben').put(path, { title: 'Lisbon and Porto', status: 'in_progress' }))
  const contact = { name: 'Gina', email: 'gina@example.com', phone: '+852 5550 0134', notes: 'Vegetarian' }
  const { guestParticipant } = expectSuccess(await as('ben').post(`${path}/guest-participants`, contact))
  const guest = `${path}/guest-participants/${guestParticipant.id}`
  expectSuccess(await as('ben').put(guest, { name: 'Gina Rossi', phone: null }))

  const { inviteLink } = expectSuccess(await as('ben').post(`${path}/invite-link`, {}))
  const joining = { secret: inviteLink.url.split('#')[1], name: 'Mia Chen' }
  const { token } = expectSuccess(await product.anonymous.post('/invite-links/join', joining))
  const kept = { username: 'mia', password: 'another good one' }
  expectSuccess(await createClient(product.port, token).post('/auth/keep', kept))
  expectSuccess(await as('ben').del(`${path}/invite-link/${inviteLink.id}`))

  const sharedBy = [people.ann.id, people.ben.id, { id: guestParticipant.id, type: 'guest' }]
  const foreign = { ...anExpense, sharedBy, currency: 'EUR', exchangeRate: 9.05, notes: 'In cash' }
  const { expense } = expectSuccess(await as('ann').post(`${path}/expenses`, foreign))
  expectSuccess(await as('ann').put(`/expenses/${expense.id}`, { amount: 80, paidFromPool: true }))
  expectSuccess(await as('ann').del(`/expenses/${expense.id}`))
  const restore = async () => {
    const { entries } = expectSuccess(await as('ben').get(`${path}/history?limit=1`))
    expectSuccess(await as('ben').post(`${path}/history/${entries[0].n}/restore`))
  }
  await restore()
  const { item } = expectSuccess(await as('ann').post(`/itineraries/${trip}/items`, anActivity))
  const activity = `/itinerary-items/${item.id}`
  expectSuccess(await as('ben').send('PATCH', activity, { body: { status: 'confirmed', location: 'Graça' } }))
  expectSuccess(await as('ben').del(activity))
  await restore()
  const { transaction } = expectSuccess(await as('ann').post(`${path}/pool/contribute`, { amount: 100 }))
  expectSuccess(await as('ann').del(`${path}/pool/transactions/${transaction.id}`))
  await restore()
  const user = (name: 'ann' | 'ben') => ({ id: people[name].id, type: 'user' })
  const paid = { from: user('ann'), to: user('ben'), amount: 12.5, note: 'Cash' }
  const { payment } = expectSuccess(await as('ann').post(`${path}/payments`, paid))
  expectSuccess(await as('ben').del(`${path}/payments/${payment.id}`))
  await restore()

  expectSuccess(await as('ben').put(`${path}/pin`, undefined))

  const importId = randomUUID()
  const row = {
    kind: 'expense',
    rowKey: 'a'.repeat(64),
    expenseDate: '2025-01-02',
    description: '飲茶',
    amount: 12,
    category: 'food',
    payers: [{ id: people.ann.id, amount: 12 }],
    split: { mode: 'equal', of: [people.ann.id, people.ben.id] },
  }
  const imported = { importId, source: 'Splitwise', fileHash: 'b'.repeat(64), records: [row] }
  expectSuccess(await as('ann').post(`${path}/imports`, imported))
  expectSuccess(await as('ann').del(`${path}/imports/${importId}`))

  const { conversation } = expectSuccess(
    await as('ann').post('/conversations', { type: 'direct', participant_ids: [people.ben.id] }),
  )
  const messages = `/conversations/${conversation.id}/messages`
  const { message } = expectSuccess(
    await as('ann').post(messages, { content: 'Shall we?', client_message_id: trip }),
  )
  const { message: reply } = expectSuccess(
    await as('ben').post(messages, { content: 'Let us', reply_to: message.id }),
  )
  const reaction = `${messages}/${message.id}/reactions/${encodeURIComponent('👍')}`
  expectSuccess(await as('ben').put(reaction, undefined))
  expectSuccess(await as('ben').del(reaction))
  expectSuccess(await as('ben').del(`${messages}/${reply.id}`))
  expectSuccess(
    await as('ann').send('PATCH', `${messages}/${message.id}`, { body: { content: 'Shall we go?' } }),
  )
  expectSuccess(await as('ben').post(`/conversations/${conversation.id}/read`, { message_id: message.id }))
  // What two nodes could do at once, and its repair.
  const talk = `conversation-${conversation.id}`
  const [last] = await store.read(talk, { backward: true, limit: 1 })
  const { type, data, meta } = last!
  await store.append(talk, last!.revision, [{ type, data, meta: { ...meta, requestId: randomUUID() } }])
  const at = new Date(product.clock()).toISOString()
  await repairLog(
    { store, codec: createProductCodec(), correctionsOf: (of) => correctionsOf(of, { at, sha256 }), at },
    true,
  )
  const group = { type: 'group', name: 'Walkers', description: 'On foot', participant_ids: [people.ben.id] }
  const { conversation: walkers } = expectSuccess(await as('ann').post('/conversations', group))
  expectSuccess(
    await as('ann').post(`/conversations/${walkers.id}/participants`, { participant_ids: [people.cat.id] }),
  )
  expectSuccess(await as('cat').post(`/conversations/${walkers.id}/leave`))
  expectSuccess(await as('ben').put(`/conversations/${walkers.id}/notifications`, { level: 'none' }))
  for (let sent = 0; sent <= REPEAT_GROUP_AFTER; sent++) {
    product.clock.forward(1000)
    expectSuccess(await as('ben').post(`/conversations/${walkers.id}/messages`, { content: 'On the way' }))
  }
  const { chat } = expectSuccess(
    await as('ann').post(`${path}/chats`, { name: 'Food', description: 'Where to eat' }),
  )
  expectSuccess(
    await as('ann').put(`${path}/chats/${chat.id}`, { name: 'Food and drink', description: null }),
  )
  expectSuccess(await as('ben').del(`${path}/chats/${chat.id}`))

  expectSuccess(await as('ben').del(guest))
  const { entries } = expectSuccess(await as('ben').get(`${path}/history?limit=1`))
  expectSuccess(await as('ben').post(`${path}/history/${entries[0].n}/undo`, {}))
  expectSuccess(await as('ben').put(guest, { phone: '+852 5555 0101' }))
  const answerClaim = async (response: 'accepted' | 'declined') => {
    const { guestClaim } = expectSuccess(
      await as('ann').post(`${path}/guest-claims`, { guestId: guestParticipant.id }),
    )
    expectSuccess(await as('ben').put(`${path}/guest-claims/${guestClaim.id}`, { response }))
  }
  const { poll } = expectSuccess(
    await as('ann').post(`${path}/polls`, { question: 'Dinner?', options: ['Grill', 'Sardines'] }),
  )
  expectSuccess(await as('ben').put(`/polls/${poll.id}/vote`, { optionIds: [poll.options[0].id] }))
  expectSuccess(await as('ann').post(`/polls/${poll.id}/close`, {}))
  await answerClaim('declined')
  await answerClaim('accepted')
  const [claimed] = expectSuccess(await as('ben').get(`${path}/history?limit=1`)).entries
  expectSuccess(await as('ben').post(`${path}/history/${claimed.n}/undo`, {}))
  expectSuccess(await as('ben').del(path))
  await new Promise((wake) => setTimeout(wake, 100))
  const photo = jpeg()
  expectSuccess(await as('ann').put(`/files/${sha256OfBytes(photo)}`, photo))
  product.clock.forward(26 * 60 * 60_000)
  await product.server.eraseLater()
  await product.stop()
}
