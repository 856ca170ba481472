// The change feed of an open trip delivers each change once, in order, when it can be read, and its own end.

import { request, type IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createParser } from 'eventsource-parser'
import {
  anActivity,
  ACTORS,
  aTrip,
  anExpense,
  clientOf,
  startFixture,
  createScenario,
  type Scenario,
  type Fixture,
} from '#tests/authorization/scenario.ts'
import { StoreUnavailable } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { assertEvent } from '#tests/openapi/conformance.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { createStoreThatGoesAway } from '#tests/support/storeThatGoesAway.ts'

const PEOPLE = ['ann', 'ben', 'cat', 'sam'] as const
let product: Product<(typeof PEOPLE)[number]>
let tripId: string
beforeAll(async () => {
  product = await startProduct({ people: PEOPLE })
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => product.stop())

interface ReceivedChange {
  event: string
  id: string
  data: { position: string; stream: string; events: { type: string; actor: string; revision: number }[] }
}

interface Listening {
  status: number
  received: ReceivedChange[]
  /** The types of the received events; none for a change that this person may not see. */
  words(): string[]
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>
  leave(): void
}

async function listen(port: number, by: Client, trip: string, lastEventId?: string): Promise<Listening> {
  const headers = {
    Authorization: `Bearer ${by.token}`,
    ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
  }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const path = `/api/trips/${trip}/changes`
    request({ host: '127.0.0.1', port, path, headers }, resolve).on('error', reject).end()
  })
  onTestFinished(() => void response.destroy())
  const received: ReceivedChange[] = []
  const parser = createParser({
    onEvent({ event = '', id = '', data }) {
      assertEvent('tripChanges', event, JSON.parse(data))
      received.push({ event, id, data: JSON.parse(data) })
    },
  })
  response.setEncoding('utf8').on('data', (text: string) => parser.feed(text))
  const ended = new Promise<void>((resolve) =>
    response.once('close', () => resolve()).on('error', () => resolve()),
  )
  const words = () =>
    received.flatMap(({ event, data }) =>
      event === 'change' ? data.events.map(({ type }) => type) : [event],
    )
  return { status: response.statusCode!, received, words, ended, leave: () => response.destroy() }
}

const by = (name: (typeof PEOPLE)[number]) => product.as(name)
const subscribe = (name: (typeof PEOPLE)[number], lastEventId?: string) =>
  listen(product.port, by(name), tripId, lastEventId)

async function plan(): Promise<string> {
  const inviteUserIds = [product.people.ben.id, product.people.cat.id]
  return expectSuccess(await by('ann').post('/trips', { ...aTrip, inviteUserIds })).trip.id
}
const spend = async (description = 'Dinner') => {
  const body = { ...anExpense, description, sharedBy: [product.people.ann.id] }
  return expectSuccess(await by('ann').post(`/trips/${tripId}/expenses`, body)).expense
}

describe('events', () => {
  it('The change feed delivers changes of money, days and people by others, in order and with their author', async () => {
    tripId = await plan()
    const ben = await subscribe('ben')
    const expense = await spend()
    expectSuccess(await by('cat').post(`/itineraries/${tripId}/items`, anActivity))
    expectSuccess(await by('ann').put(`/trips/${tripId}`, { title: 'Porto' }))
    expectSuccess(await by('ann').del(`/expenses/${expense.id}`))
    await expect
      .poll(ben.words)
      .toEqual(['ExpenseAdded', 'ActivityAdded', 'TripDetailsChanged', 'ExpenseRemoved'])
    const [first, second] = ben.received
    expect(first).toMatchObject({
      id: first!.data.position,
      data: { stream: `money-${tripId}`, events: [{ actor: product.people.ann.id, revision: 0 }] },
    })
    expect(second!.data.events[0]!.actor).toBe(product.people.cat.id)
    const ids = ben.received.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted())
  })

  it('A change in the feed can already be read', async () => {
    tripId = await plan()
    const ben = await subscribe('ben')
    for (const description of ['One', 'Two', 'Three']) {
      void spend(`Dinner ${description}`)
      await expect.poll(() => ben.received.length).toBe(['One', 'Two', 'Three'].indexOf(description) + 1)
      const { expenses } = expectSuccess(await by('ben').get(`/trips/${tripId}/expenses`))
      expect(expenses[0].description).toBe(`Dinner ${description}`)
    }
  })

  it('The change feed leaves out other trips, chats and the contact details of guests', async () => {
    const other = await plan()
    tripId = await plan()
    const ben = await subscribe('ben')
    expectSuccess(await by('ann').put(`/trips/${other}`, { title: 'Elsewhere' }))
    expectSuccess(await by('ann').post(`/trips/${tripId}/chats`, { name: 'Food' }))
    const contact = { name: 'Gina', email: 'gina@example.com', phone: '+852 5550', notes: 'Vegetarian' }
    expectSuccess(await by('ann').post(`/trips/${tripId}/guest-participants`, contact))
    await spend()
    await expect.poll(ben.words).toEqual(['GuestAdded', 'ExpenseAdded'])
    expect(JSON.stringify(ben.received)).not.toMatch(/example\.com|852 5550|Vegetarian/)
  })

  it('The organizer’s feed has requests to join, and everybody’s feed has new participants', async () => {
    tripId = await plan()
    expectSuccess(await by('ann').put(`/trips/${tripId}`, { isPublic: true }))
    const [ann, ben] = [await subscribe('ann'), await subscribe('ben')]
    const ask = async () => {
      const answer = expectSuccess(
        await by('sam').post(`/trips/${tripId}/join-requests`, { message: 'Psst' }),
      )
      return `/trip-invitations/${answer.invitation.id}`
    }
    expectSuccess(await by('sam').del(await ask()))
    expectSuccess(await by('ann').put(`${await ask()}/respond`, { response: 'declined' }))
    expectSuccess(await by('ann').put(`${await ask()}/respond`, { response: 'accepted' }))
    const [asked, letIn] = ['JoinRequestMade', 'JoinRequestAccepted']
    await expect
      .poll(ann.words)
      .toEqual([asked, 'JoinRequestCancelled', asked, 'JoinRequestDeclined', asked, letIn])
    await expect.poll(ben.words).toEqual([letIn])
    expect(JSON.stringify(ben.received)).not.toMatch(/Psst/)

    // An event that was not sent the first time is not sent after reconnecting either.
    const again = await subscribe('ben', ann.received[0]!.id)
    await expect.poll(again.words).toEqual([letIn])
  })
})

describe('resume', () => {
  it('A resumed feed delivers the missed changes once, then the next ones', async () => {
    tripId = await plan()
    const before = await subscribe('ben')
    await spend('Dinner one')
    await expect.poll(before.words).toEqual(['ExpenseAdded'])
    before.leave()
    await spend('Dinner two')
    expectSuccess(await by('cat').post(`/itineraries/${tripId}/items`, anActivity))
    const again = await subscribe('ben', before.received[0]!.id)
    await spend('Dinner three')
    await expect.poll(again.words).toEqual(['ExpenseAdded', 'ActivityAdded', 'ExpenseAdded'])
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(again.received).toHaveLength(3)
  })

  it('A feed that reconnects again and again loses and doubles nothing while others write', async () => {
    tripId = await plan()
    const start = expectSuccess(await by('ben').get(`/trips/${tripId}`))
    expect(start).toBeDefined()
    const first = await subscribe('ben')
    await spend('Dinner 0')
    await expect.poll(() => first.received.length).toBe(1)
    const all: ReceivedChange[] = [...first.received]
    first.leave()
    const writing = (async () => {
      for (let n = 1; n <= 30; n++) await spend(`Dinner ${n}`)
    })()
    for (let times = 0; times < 6; times++) {
      const part = await subscribe('ben', all.at(-1)!.id)
      await new Promise((resolve) => setTimeout(resolve, 5 * times))
      part.leave()
      all.push(...part.received)
    }
    await writing
    const last = await subscribe('ben', all.at(-1)!.id)
    await expect.poll(() => all.length + last.received.length).toBe(31)
    const revisions = [...all, ...last.received].map(({ data }) => data.events[0]!.revision)
    expect(revisions).toEqual(Array.from({ length: 31 }, (_, revision) => revision))
  })

  it('A feed with an unknown position tells its client to start over', async () => {
    tripId = await plan()
    for (const nonsense of ['nothing', '9'.repeat(16), 'zzzzzzzzzzzzzzzz']) {
      const ben = await subscribe('ben', nonsense)
      await expect.poll(ben.words).toEqual(['resync'])
      await spend()
      await expect.poll(ben.words).toEqual(['resync', 'ExpenseAdded'])
      expect(ben.received[1]!.id > ben.received[0]!.id).toBe(true)
    }
  })

  // Their device folded the removal, or did not receive it, and knows nothing of a request that they made off the trip.
  it.each([
    [
      'invited again',
      async (ben: string) => {
        expectSuccess(await by('ann').post(`/trips/${tripId}/invite`, { userIds: [ben] }))
      },
    ],
    [
      'accepted again after a request to join',
      async () => {
        const path = `/trips/${tripId}/join-requests`
        const { invitation } = expectSuccess(await by('ben').post(path, { message: 'Sorry' }))
        expectSuccess(
          await by('ann').put(`/trip-invitations/${invitation.id}/respond`, { response: 'accepted' }),
        )
      },
    ],
  ])('A feed tells a client to start over when its person was removed and %s meanwhile', async (_, join) => {
    tripId = await plan()
    expectSuccess(await by('ann').put(`/trips/${tripId}`, { isPublic: true }))
    const first = await subscribe('ben')
    await spend()
    await expect.poll(() => first.received.length).toBe(1)
    first.leave()
    const ben = product.people.ben.id
    expectSuccess(await by('ann').del(`/trips/${tripId}/participants/${ben}`))
    await join(ben)
    await spend()
    const again = await subscribe('ben', first.received[0]!.id)
    await expect.poll(again.words).toEqual(['ParticipantRemoved', 'resync', 'ExpenseAdded'])
  })

  it('A feed resumes after a restart of the server on the same log', async () => {
    const store = createMemoryEventStore()
    const one = await startProduct({ people: ['ann', 'ben'], store })
    const body = { ...aTrip, inviteUserIds: [one.people.ben.id] }
    const trip = expectSuccess(await one.as('ann').post('/trips', body)).trip.id as string
    const received = await listen(one.port, one.as('ben'), trip)
    expectSuccess(await one.as('ann').put(`/trips/${trip}`, { title: 'First' }))
    await expect.poll(received.words).toEqual(['TripDetailsChanged'])
    await one.stop()
    await received.ended
    const two = await startProduct({ people: ['ann', 'ben'], store })
    onTestFinished(() => two.stop())
    expectSuccess(await two.as('ann').put(`/trips/${trip}`, { title: 'Second' }))
    const again = await listen(two.port, two.as('ben'), trip, received.received[0]!.id)
    await expect.poll(again.words).toEqual(['TripDetailsChanged'])
  })
})

describe('a log that goes away', () => {
  it('A change that cannot be checked ends every feed of its trip, and each delivers it when it resumes', async () => {
    const store = createStoreThatGoesAway()
    const { append } = store
    const own = await startProduct({ people: ['ann', 'ben', 'cat'], store })
    onTestFinished(() => own.stop())
    const inviteUserIds = [own.people.ben.id, own.people.cat.id]
    const trip = expectSuccess(await own.as('ann').post('/trips', { ...aTrip, inviteUserIds })).trip
      .id as string
    const rename = async (title: string) =>
      expectSuccess(await own.as('ann').put(`/trips/${trip}`, { title }))
    const open = (after?: string) =>
      Promise.all((['ben', 'cat'] as const).map((name) => listen(own.port, own.as(name), trip, after)))
    const before = await open()
    await rename('First')
    for (const feed of before) await expect.poll(feed.words).toHaveLength(1)
    store.append = async (...given) => {
      store.isAway = true
      return append(...given)
    }
    await rename('Second')
    for (const feed of before) await feed.ended
    for (const feed of before) expect(feed.words()).toEqual(['TripDetailsChanged'])
    Object.assign(store, { isAway: false, append })
    const { id, data } = before[0]!.received[0]!
    const after = await open(id)
    await rename('Third')
    const { revision } = data.events[0]!
    for (const feed of after)
      await expect
        .poll(() => feed.received.map((change) => change.data.events[0]!.revision))
        .toEqual([revision + 1, revision + 2])
  })
})

describe('end of the feed', () => {
  it('The feed ends when the person is removed or leaves and when the trip is deleted, and delivers nothing after it', async () => {
    tripId = await plan()
    const [ben, cat, ann] = [await subscribe('ben'), await subscribe('cat'), await subscribe('ann')]
    expectSuccess(await by('ann').del(`/trips/${tripId}/participants/${product.people.ben.id}`))
    await ben.ended
    expectSuccess(await by('cat').post(`/trips/${tripId}/leave`))
    await cat.ended
    await spend()
    expectSuccess(await by('ann').del(`/trips/${tripId}`))
    await ann.ended
    expect(ben.words()).toEqual(['revoked'])
    expect(cat.words()).toEqual(['ParticipantRemoved', 'revoked'])
    expect(ann.words()).toEqual(['ParticipantRemoved', 'ParticipantLeft', 'ExpenseAdded', 'revoked'])
  })

  it('The feed ends with its session, and feeds of other sessions continue', async () => {
    tripId = await plan()
    const other = await product.signIn('ben')
    const [gone, stays] = [await listen(product.port, other, tripId), await subscribe('ben')]
    expectSuccess(await other.post('/auth/logout'))
    await gone.ended
    expect(gone.words()).toEqual(['revoked'])
    await spend()
    await expect.poll(stays.words).toEqual(['ExpenseAdded'])
  })

  it('A feed whose session ends while the feed is being opened ends, too', async () => {
    tripId = await plan()
    const other = await product.signIn('ben')
    const { authenticator } = product.server.people
    const { authenticate } = authenticator
    vi.spyOn(authenticator, 'authenticate').mockImplementationOnce(async (authorization) => {
      const session = await authenticate(authorization)
      expectSuccess(await other.post('/auth/logout'))
      // The open feeds of this person have been checked.
      await new Promise((resolve) => setTimeout(resolve, 100))
      return session
    })
    const feed = await listen(product.port, other, tripId)
    await feed.ended
    expect(feed.words()).toEqual(['revoked'])
  })

  it('A feed whose session cannot be checked ends without the message that it is revoked, and its client resumes', async () => {
    tripId = await plan()
    const feed = await subscribe('ben')
    const other = await product.signIn('ben')
    const { authenticator } = product.server.people
    const { authenticate } = authenticator
    vi.spyOn(authenticator, 'authenticate')
      .mockImplementationOnce(authenticate)
      .mockRejectedValue(new StoreUnavailable('away'))
    expectSuccess(await other.post('/auth/logout'))
    await feed.ended
    expect(feed.words()).toEqual([])
  })
})

describe('access', () => {
  let fixture: Fixture
  let scenario: Scenario
  beforeAll(async () => {
    fixture = await startFixture()
    scenario = await createScenario(fixture, false)
  })
  afterAll(() => fixture.stop())
  const expected = {
    anonymous: 401,
    stranger: 404,
    member: 200,
    co_organizer: 200,
    organizer: 200,
    former: 403,
    admin: 404,
    provisional: 200,
  }

  it.each(ACTORS)('The actor %s gets the feed only on their own trip', async (actor) => {
    const { status, leave } = await listen(fixture.port, clientOf(fixture, actor), scenario.tripId)
    leave()
    expect(status).toBe(expected[actor])
  })
})

it('The feed ends with the token it was opened with, and delivers no later change, and its client may come back with a renewed one', async () => {
  const ann = await product.signIn('ann')
  const open = await listen(product.port, ann, tripId)
  product.clock.forward(7 * 86_400_000 + 5000)
  // Before the periodic check of expired sessions.
  const ben = await product.signIn('ben')
  expectSuccess(
    await ben.post(`/trips/${tripId}/expenses`, { ...anExpense, sharedBy: [product.people.ben.id] }),
  )
  await open.ended
  expect(open.words()).toEqual([])
})
