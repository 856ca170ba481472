// An account without a password: what it may do, who sees it, and how it is kept.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClient, expectSuccess, type Client } from '#tests/support/client.ts'
import { listen } from '#tests/support/listener.ts'
import { startProduct, type Product } from '#tests/support/product.ts'

const DAY_MS = 86_400_000
const PASSWORD = 'quiet river stone'

let product: Product<'ann' | 'ben' | 'cat'>
let mia: Client & { id: string }
let tripPath: string
let addresses = 0

beforeAll(async () => {
  product = await startProduct({ people: ['ann', 'ben', 'cat'], env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => product.stop())

const aTrip = { title: 'Lisbon', destination: 'Portugal', startDate: '2026-06-01', endDate: '2026-06-05' }

/** Mia is on a trip of Ann, and on nothing else; Ben and Cat are not on it. */
beforeEach(async () => {
  const { trip } = expectSuccess(await product.as('ann').post('/trips', aTrip))
  tripPath = `/trips/${trip.id}`
  const { inviteLink } = expectSuccess(await product.as('ann').post(`${tripPath}/invite-link`, {}))
  const headers = { 'X-Forwarded-For': `198.51.100.${addresses++ % 250}` }
  const body = { secret: inviteLink.url.split('#')[1], name: 'Mia Chen' }
  const { token, user } = expectSuccess(await product.anonymous.post('/invite-links/join', body, { headers }))
  mia = { ...createClient(product.port, token), id: user.id }
})

const keep = (username: string, password = PASSWORD, key = randomUUID()) =>
  mia.post('/auth/keep', { username, password }, { key })
const logIn = (username: string) => product.anonymous.post('/auth/login', { username, password: PASSWORD })

describe('What reaches beyond its trips', () => {
  it.each([
    ['plans no trip', () => mia.post('/trips', aTrip)],
    [
      'asks to join no other trip',
      async () => {
        const open = { ...aTrip, isPublic: true }
        const { trip } = expectSuccess(await product.as('ben').post('/trips', open))
        return mia.post(`/trips/${trip.id}/join-requests`, {})
      },
    ],
    [
      'starts no chat with a person of no trip of its own',
      () => mia.post('/conversations', { type: 'direct', participant_ids: [product.people.ben.id] }),
    ],
    [
      'starts no group with such a person',
      () => {
        const ids = [product.people.ann.id, product.people.ben.id]
        return mia.post('/conversations', { type: 'group', name: 'All', participant_ids: ids })
      },
    ],
    [
      'makes no link, also as organizer',
      async () => {
        const { trip } = expectSuccess(await product.as('ann').get(tripPath))
        if (trip.userRole === 'organizer')
          expectSuccess(await product.as('ann').post(`${tripPath}/organizer`, { userId: mia.id }))
        return mia.post(`${tripPath}/invite-link`, {})
      },
    ],
  ])('An account without a password %s: “Add a password first”', async (_, ask) => {
    const refused = await ask()
    expect([refused.status, refused.body.error.code, refused.body.message]).toEqual([
      403,
      'AddAPasswordFirst',
      'Add a password first',
    ])
    expectSuccess(await keep(`mia.${addresses}`))
    expect((await ask()).status).toBeLessThan(300)
  })

  it('It chats with the people of its trip, under the name it typed', async () => {
    const started = { type: 'direct', participant_ids: [product.people.ann.id] }
    const { conversation } = expectSuccess(await mia.post('/conversations', started))
    const path = `/conversations/${conversation.id}/messages`
    expectSuccess(await mia.post(path, { content: 'Hello' }))
    const { messages } = expectSuccess(await product.as('ann').get(path))
    expect(messages[0].sender).toEqual({ id: mia.id, username: 'Mia Chen' })
    const { conversations } = expectSuccess(await product.as('ann').get('/conversations'))
    expect(conversations.find(({ id }: { id: string }) => id === conversation.id).name).toBe('Mia Chen')
  })
})

describe('Who sees it', () => {
  const idsIn = (people: { id: string }[]) => people.map(({ id }) => id)

  it('The people of its trips find it, and others do not, even by its exact username', async () => {
    const { user } = expectSuccess(await mia.get('/auth/me'))
    const found = async (client: Client) => [
      idsIn(expectSuccess(await client.get('/users')).data).includes(mia.id),
      idsIn(expectSuccess(await client.get('/users/search?q=Mia')).users).includes(mia.id),
      idsIn(expectSuccess(await client.get(`/users/search?q=${user.username}`)).users).includes(mia.id),
      (await client.get(`/users/${mia.id}`)).status === 200,
    ]
    expect(await found(product.as('ann'))).toEqual([true, true, true, true])
    expect(await found(product.as('ben'))).toEqual([false, false, false, false])
  })

  it('It sees the people of its trips only', async () => {
    expect(idsIn(expectSuccess(await mia.get('/users')).data).toSorted()).toEqual(
      [mia.id, product.people.ann.id].toSorted(),
    )
    expect(expectSuccess(await mia.get('/users/search?q=ben')).users).toEqual([])
    expect((await mia.get(`/users/${product.people.ben.id}`)).status).toBe(404)
  })

  it('Its presence reaches the people of its trips, and it hears of theirs, and of no others', async () => {
    const [ofAnn, ofBen] = [await product.listen('ann'), await product.listen('ben')]
    const ofMia = listen(product.port, mia.token)
    await ofMia.waitFor('authenticated')
    const isOf = (id: string) => (news: { user_id: string }) => news.user_id === id
    await ofAnn.waitFor('user_presence', isOf(mia.id))
    // Cat comes online after Mia did: whoever hears of her has heard of Mia before, or never will.
    await product.listen('cat')
    await ofBen.waitFor('user_presence', isOf(product.people.cat.id))
    const heardBy = (listener: typeof ofBen) =>
      listener.payloadsOf('user_presence').map(({ user_id }) => user_id)
    expect(heardBy(ofBen)).not.toContain(mia.id)
    expect(heardBy(ofMia)).not.toContain(product.people.cat.id)
  })

  it('On a trip with another of its name, the username stands beside its name', async () => {
    expectSuccess(await product.as('ann').post(`${tripPath}/guest-participants`, { name: 'mia chen' }))
    const { participants } = expectSuccess(await product.as('ann').get(`${tripPath}/all-participants`))
    const { user } = expectSuccess(await mia.get('/auth/me'))
    expect(participants.users[1].name).toBe(`Mia Chen (${user.username})`)
  })
})

describe('Keep your account', () => {
  it('A username and a password keep it: the same person, signed in here and now anywhere else', async () => {
    const username = `mia.keeps.${addresses}`
    const { token, user } = expectSuccess(await keep(username))
    expect(user).toMatchObject({ id: mia.id, username, displayName: 'Mia Chen' })
    expect(user).not.toHaveProperty('isProvisional')
    for (const client of [mia, createClient(product.port, token)])
      expect(expectSuccess(await client.get('/auth/me')).user).toEqual(user)
    expect(expectSuccess(await logIn(username)).user).toEqual(user)
    const { participants } = expectSuccess(await product.as('ann').get(`${tripPath}/all-participants`))
    expect(participants.users[1].name).toBe('Mia Chen')
    expect((await keep(`${username}2`)).status).toBe(409)
  })

  it('Keeping it again with the same key and password returns the same; with another password it is refused', async () => {
    const username = `mia.twice.${addresses}`
    const key = randomUUID()
    const first = expectSuccess(await keep(username, PASSWORD, key))
    expect(expectSuccess(await keep(username, PASSWORD, key)).user).toEqual(first.user)
    expect((await keep(username, 'another good one', key)).status).toBe(422)
  })

  it.each([
    ['ben', PASSWORD, 'username', 'This username is already taken'],
    ['m', PASSWORD, 'username', 'Username must be at least 3 characters'],
    ['mia.short', 'short', 'password', 'Password must be at least 8 characters'],
  ])(
    'The username %s with the password “%s” is refused at its field',
    async (name, password, field, text) => {
      const refused = await keep(name, password)
      expect(refused.body.error.fields).toEqual({ [field]: text })
      expect(expectSuccess(await mia.get('/auth/me')).user.isProvisional).toBe(true)
    },
  )

  it('Nobody signs in to it before it has a password', async () => {
    const { user } = expectSuccess(await mia.get('/auth/me'))
    expect((await logIn(user.username)).status).toBe(401)
  })
})

it('Removed from its trip, its socket and its requests end for that trip at once', async () => {
  const socket = listen(product.port, mia.token)
  await socket.waitFor('authenticated')
  expectSuccess(await product.as('ann').del(`${tripPath}/participants/${mia.id}`))
  await socket.waitFor('trip:participant:removed')
  expect((await mia.get(tripPath)).status).toBe(403)
})

// Last, because the sessions of the others end.
it('Its session lasts ninety days from its last use', async () => {
  product.clock.forward(89 * DAY_MS)
  expectSuccess(await mia.post('/auth/refresh'))
  product.clock.forward(DAY_MS)
  const { token } = expectSuccess(await mia.post('/auth/refresh'))
  product.clock.forward(89 * DAY_MS)
  expectSuccess(await createClient(product.port, token).get('/auth/me'))
  product.clock.forward(2 * DAY_MS)
  expect((await createClient(product.port, token).get('/auth/me')).status).toBe(401)
})
