// Invite links over HTTP: who makes and uses them, when they end, and that nobody spends or guesses one.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, expectSuccess, type Client } from '#tests/support/client.ts'
import { startProduct, type Product } from '#tests/support/product.ts'

const DAY_MS = 86_400_000

let product: Product<'ann' | 'ben' | 'cat'>
beforeAll(async () => {
  product = await startProduct({ people: ['ann', 'ben', 'cat'], env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => product.stop())

const aTrip = { title: 'Lisbon', destination: 'Portugal', startDate: '2026-06-01', endDate: '2026-06-05' }

async function startTrip() {
  const { trip } = expectSuccess(await product.as('ann').post('/trips', aTrip))
  const path = `/trips/${trip.id}`
  return {
    tripId: trip.id as string,
    path,
    link: async (guestId?: string) => {
      const body = guestId === undefined ? {} : { guestId }
      return expectSuccess(await product.as('ann').post(`${path}/invite-link`, body)).inviteLink
    },
    addGuest: async (name: string) =>
      expectSuccess(await product.as('ann').post(`${path}/guest-participants`, { name })).guestParticipant.id,
  }
}

const secretIn = ({ url }: { url: string }) => /^\/join#(.+)$/.exec(url)![1]!
/** Each at an address of its own, because an address makes only so many accounts an hour. */
let addresses = 0
const join = (link: { url: string }, body: object, key = randomUUID(), client = product.anonymous) => {
  const headers = { 'X-Forwarded-For': `198.51.100.${addresses++ % 250}` }
  return client.post('/invite-links/join', { secret: secretIn(link), ...body }, { key, headers })
}
const preview = (secret: string, client = product.anonymous) =>
  client.post('/invite-links/preview', { secret })

/** A new person on the trip, without a password. */
async function joinAs(link: { url: string }, name: string): Promise<Client & { id: string }> {
  const { token, user } = expectSuccess(await join(link, { name }))
  return { ...createClient(product.port, token), id: user.id }
}

describe('Joining', () => {
  it('A stranger with a link joins with a name alone, and may do at once what every member may', async () => {
    const trip = await startTrip()
    const answer = await join(await trip.link(), { name: 'Mia Chen' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      tripId: trip.tripId,
      claim: null,
      user: { username: 'mia-chen', displayName: 'Mia Chen', isProvisional: true, email: null },
    })
    const mia = createClient(product.port, answer.body.token)
    const expense = { description: 'Tram', amount: 9, category: 'transportation', expenseDate: '2026-06-01' }
    const paid = { ...expense, paidBy: answer.body.user.id, sharedBy: [answer.body.user.id] }
    expectSuccess(await mia.post(`${trip.path}/expenses`, paid))
    const { trip: shown } = expectSuccess(await product.as('ann').get(trip.path))
    expect(shown.participants.map((one: { user: { username: string } }) => one.user.username)).toEqual([
      'ann',
      'Mia Chen',
    ])
  })

  it('Joining again with the same key returns the same account, session and trip', async () => {
    const trip = await startTrip()
    const link = await trip.link()
    const key = randomUUID()
    const first = expectSuccess(await join(link, { name: 'Noor' }, key))
    const again = await join(link, { name: 'Noor' }, key)
    expect(again.body).toEqual(first)
    const { participants } = expectSuccess(await product.as('ann').get(`${trip.path}/all-participants`))
    expect(participants.users).toHaveLength(2)
  })

  it('Who is signed in joins as themselves; who is on the trip already is led to it, and nothing is written', async () => {
    const trip = await startTrip()
    const link = await trip.link()
    const joined = expectSuccess(await join(link, {}, randomUUID(), product.as('ben')))
    expect(joined.user).toMatchObject({ id: product.people.ben.id, username: 'ben' })
    expect(joined.token).toBe(product.as('ben').token)
    const before = await product.store.head()
    expect(expectSuccess(await join(link, {}, randomUUID(), product.as('ben'))).tripId).toBe(trip.tripId)
    expect(expectSuccess(await preview(secretIn(link), product.as('ben'))).isOnTrip).toBe(true)
    expect(await product.store.head()).toBe(before)
    expectSuccess(await product.as('ann').del(`${trip.path}/invite-link/${link.id}`))
    const ended = expectSuccess(await preview(secretIn(link), product.as('ben')))
    expect([ended.isOnTrip, ended.trip.id]).toEqual([true, trip.tripId])
    expect(expectSuccess(await preview(secretIn(link))).trip).toBe(null)
  })

  it('A name that somebody on the trip is called by is refused at the name, however it is written', async () => {
    const trip = await startTrip()
    const link = await trip.link()
    await trip.addGuest('Carol')
    const refused = await join(link, { name: ' CAROL ' })
    expect(refused.status).toBe(409)
    expect(refused.body.error.fields).toEqual({
      name: 'Carol is on this trip already. Are you another one? Add a letter.',
    })
  })

  it('A name that two people of the trip share already is refused to a third', async () => {
    const ids = []
    for (let i = 0; i < 2; i++) ids.push((await joinAs(await (await startTrip()).link(), 'Two Mias')).id)
    const trip = await startTrip()
    expectSuccess(await product.as('ann').post(`${trip.path}/invite`, { userIds: ids }))
    const refused = await join(await trip.link(), { name: 'two mias' })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Two Mias is on this trip already. Are you another one? Add a letter.',
    ])
  })

  it.each([
    ['', 'Please type your name'],
    ['x'.repeat(41), 'Your name must be 40 characters or less'],
  ])('The name %j is refused, and no account is made', async (name, text) => {
    const link = await (await startTrip()).link()
    const before = await product.store.head()
    const refused = await join(link, { name })
    expect([refused.status, refused.body.error.fields]).toEqual([400, { name: text }])
    expect(await product.store.head()).toBe(before)
  })

  it.each(['王小明', '李雷', 'Al', '🦊', 'Миа Chen', 'x'.repeat(40), '...'])(
    'The name %s is shown as typed and gets a username of its own, twice',
    async (name) => {
      const usernames = []
      for (let round = 0; round < 2; round++) {
        const { user } = expectSuccess(await join(await (await startTrip()).link(), { name }))
        expect(user.displayName).toBe(name)
        expect(user.username.length).toBeGreaterThanOrEqual(3)
        expect(user.username.length).toBeLessThanOrEqual(20)
        usernames.push(user.username)
      }
      expect(new Set(usernames).size).toBe(2)
    },
  )
})

describe('The link', () => {
  it('Only the organizer makes and ends it; the co-organizer sees it, a member does not', async () => {
    const trip = await startTrip()
    const ids = [product.people.ben.id, product.people.cat.id]
    expectSuccess(await product.as('ann').post(`${trip.path}/invite`, { userIds: ids }))
    const role = { role: 'co_organizer' }
    expectSuccess(await product.as('ann').put(`${trip.path}/participants/${ids[0]}`, role))
    const link = await trip.link()
    expect((await product.as('ben').post(`${trip.path}/invite-link`, {})).status).toBe(403)
    expect((await product.as('ben').del(`${trip.path}/invite-link/${link.id}`)).status).toBe(403)
    expect(expectSuccess(await product.as('ben').get(`${trip.path}/invite-link`)).inviteLink).toEqual(link)
    expect((await product.as('cat').get(`${trip.path}/invite-link`)).status).toBe(403)
  })

  it('A new link ends the earlier one, and turning it off ends it; whoever joined stays and is listed', async () => {
    const trip = await startTrip()
    const first = await trip.link()
    await joinAs(first, 'Mia')
    const second = await trip.link()
    expect((await join(first, { name: 'Noor' })).status).toBe(410)
    await joinAs(second, 'Noor')
    expectSuccess(await product.as('ann').del(`${trip.path}/invite-link/${second.id}`))
    expect((await join(second, { name: 'Olu' })).status).toBe(410)
    const shown = expectSuccess(await product.as('ann').get(`${trip.path}/invite-link`))
    expect(shown.inviteLink).toBe(null)
    expect(shown.joined.map(({ name }: { name: string }) => name).sort()).toEqual(['Mia', 'Noor'])
  })

  it('The link of a deleted trip has ended, and names nobody', async () => {
    const trip = await startTrip()
    const link = await trip.link()
    expectSuccess(await product.as('ann').del(trip.path))
    expect((await join(link, { name: 'Mia' })).status).toBe(410)
    expect(expectSuccess(await preview(secretIn(link)))).toMatchObject({ trip: null, organizer: null })
  })

  it('Whoever may see the trip after joining sees before it what it is, and nothing of its money or chats', async () => {
    const trip = await startTrip()
    await trip.addGuest('Gina')
    const shown = expectSuccess(await preview(secretIn(await trip.link())))
    expect(shown).toEqual({
      trip: {
        id: trip.tripId,
        title: 'Lisbon',
        destination: 'Portugal',
        startDate: '2026-06-01',
        endDate: '2026-06-05',
        participantCount: 2,
      },
      organizer: 'ann',
      guests: [{ id: expect.any(String), name: 'Gina' }],
      guestId: null,
      isOnTrip: false,
    })
  })

  it('A made link is the same when it is asked for again, and its secret is in no event and no log line', async () => {
    const trip = await startTrip()
    const link = await trip.link()
    const mia = await joinAs(link, 'Mia')
    expect(expectSuccess(await product.as('ann').get(`${trip.path}/invite-link`)).inviteLink).toEqual(link)
    const mac = secretIn(link).split('.')[1]!
    const streams = [`trip-${trip.tripId}`, `user-${mia.id}`, `sessions-${mia.id}`]
    for (const stream of streams) {
      const events = JSON.stringify(await product.store.read(stream))
      expect(events.length).toBeGreaterThan(100)
      expect(events).not.toContain(mac)
    }
    expect(product.logLines.join('\n')).not.toContain(mac)
  })
})

describe('I am this guest', () => {
  const peopleOf = async (path: string) => {
    const { participants } = expectSuccess(await product.as('ann').get(`${path}/all-participants`))
    const names = (people: { name: string }[]) => people.map(({ name }) => name)
    return [names(participants.users), names(participants.guests)]
  }

  it('By their own link a guest is a user at once, with the money that names them, and the link ends', async () => {
    const trip = await startTrip()
    const guestId = await trip.addGuest('Mia Chen')
    const { ann } = product.people
    const paid = { description: 'Tram', amount: 9, category: 'transportation', expenseDate: '2026-06-01' }
    const sharedBy = [ann.id, { id: guestId, type: 'guest' }]
    expectSuccess(await product.as('ann').post(`${trip.path}/expenses`, { ...paid, sharedBy }))
    const link = await trip.link(guestId)
    expect(expectSuccess(await preview(secretIn(link))).guestId).toBe(guestId)
    const { claim, token, user } = expectSuccess(await join(link, { guestId }))
    expect([claim, user.displayName]).toEqual(['done', 'Mia Chen'])
    expect(await peopleOf(trip.path)).toEqual([['ann', 'Mia Chen'], []])
    const mia = createClient(product.port, token)
    const { settlement } = expectSuccess(await mia.get(`${trip.path}/settlement`))
    const balance = settlement.participants.find(({ id }: { id: string }) => id === user.id)
    expect([settlement.participants.length, balance.netBalance]).toEqual([2, -4.5])
    expect((await join(link, { name: 'Noor' })).status).toBe(410)
  })

  it('By the trip’s link they are a member at once, and the organizer is asked', async () => {
    const trip = await startTrip()
    const guestId = await trip.addGuest('Mia Chen')
    const link = await trip.link()
    const { claim, user } = expectSuccess(await join(link, { guestId }))
    expect(claim).toBe('asked')
    expect(await peopleOf(trip.path)).toEqual([['ann', `Mia Chen (${user.username})`], ['Mia Chen']])
    const { documents } = expectSuccess(await product.as('ann').get(`${trip.path}/replica`))
    const [asked] = documents.trip.guestClaims
    const answer = { response: 'accepted' }
    expectSuccess(await product.as('ann').put(`${trip.path}/guest-claims/${asked.id}`, answer))
    expect(await peopleOf(trip.path)).toEqual([['ann', 'Mia Chen'], []])
    const again = await join(link, { guestId })
    expect([again.status, again.body.message]).toEqual([409, 'The guest Mia Chen is Mia Chen already'])
  })

  it('Somebody else can come by the link of a guest, who stays a guest', async () => {
    const trip = await startTrip()
    const guestId = await trip.addGuest('Mia Chen')
    const other = await trip.addGuest('Olu')
    const link = await trip.link(guestId)
    expect((await join(link, { guestId: other })).status).toBe(404)
    expectSuccess(await join(link, { name: 'Noor' }))
    expect(await peopleOf(trip.path)).toEqual([
      ['ann', 'Noor'],
      ['Mia Chen', 'Olu'],
    ])
  })
})

describe('A link is neither spent nor guessed', () => {
  it('Fifty GET and HEAD requests of preview robots change nothing', async () => {
    const trip = await startTrip()
    const link = await trip.link()
    const before = await product.store.head()
    for (let i = 0; i < 25; i++)
      for (const method of ['GET', 'HEAD']) {
        const path = ['/invite-links/join', '/invite-links/preview'][i % 2]!
        expect((await product.anonymous.send(method, path)).status).toBe(405)
      }
    expect(await product.store.head()).toBe(before)
    expectSuccess(await join(link, { name: 'Mia' }))
  })

  it('A wrong secret gets one answer, whether its link exists or not; the eleventh within 15 minutes waits', async () => {
    const own = await startProduct({ people: ['ann'] })
    const { trip } = expectSuccess(await own.as('ann').post('/trips', aTrip))
    const { inviteLink } = expectSuccess(await own.as('ann').post(`/trips/${trip.id}/invite-link`, {}))
    const [id] = secretIn(inviteLink).split('.')
    const ask = (secret: string) => own.anonymous.post('/invite-links/preview', { secret })
    const answers = []
    for (const secret of [`${id}.${'A'.repeat(22)}`, `${'A'.repeat(22)}.${'A'.repeat(22)}`, id!, 'x', ''])
      answers.push(await ask(secret), await ask(secret))
    const texts = answers.map(({ status, body }) => [status, body.message])
    expect(new Set(texts.map(String))).toEqual(new Set(['404,This link is not complete']))
    const refused = await ask(secretIn(inviteLink))
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)])
    await own.stop()
  })

  it('Twenty people join by a link in a day, the twenty-first on the next', async () => {
    const trip = await startTrip()
    const link = await trip.link()
    for (let i = 0; i < 20; i++) expectSuccess(await join(link, { name: `Friend ${i}` }))
    expect((await join(link, { name: 'One more' })).status).toBe(410)
    product.clock.forward(DAY_MS)
    expectSuccess(await join(link, { name: 'One more' }))
  })

  it('An operator can turn links off: none can be made or used', async () => {
    const { store, readStore } = product
    const trip = await startTrip()
    const link = await trip.link()
    const off = await startProduct({
      people: ['ann'],
      store,
      readStore,
      clock: product.clock,
      env: { INVITE_LINKS: 'off' },
      runsProjector: false,
    })
    expect((await off.as('ann').post(`${trip.path}/invite-link`, {})).status).toBe(409)
    expect((await join(link, { name: 'Mia' }, randomUUID(), off.anonymous)).status).toBe(410)
    expect(expectSuccess(await preview(secretIn(link), off.anonymous)).trip).toBe(null)
    await off.stop()
  })
})

// Last, because the sessions of the people above end as well.
it('A link ends after thirty days', async () => {
  const trip = await startTrip()
  const link = await trip.link()
  product.clock.forward(30 * DAY_MS - 1000)
  expect(expectSuccess(await preview(secretIn(link))).trip).not.toBe(null)
  product.clock.forward(2000)
  expect((await join(link, { name: 'Mia' })).status).toBe(410)
  expect(expectSuccess(await preview(secretIn(link)))).toMatchObject({ trip: null, organizer: 'ann' })
})
