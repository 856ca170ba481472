// The people endpoints over HTTP: access rights, ended sessions, responses and logs. tests/badInputs/auth.test.ts covers
// refused bodies and headers.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EventStore, StoreUnavailable } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { type Actor, ACTORS, peopleRows } from '#tests/people/authorization.ts'
import { commandMeta, succeeded } from '#tests/people/processes.ts'
import { type HttpResponse, type RequestOptions, createClient } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const PASSWORD = 'travel-demo'
let product: Product<never>
const idOf: Record<string, string> = {}

/** @param call method and path: 'GET /users' */
function ask(
  { port }: Product<never>,
  call: string,
  { token, ...request }: RequestOptions & { token?: string } = {},
): Promise<HttpResponse> {
  const [method = '', path = ''] = call.split(' ')
  return createClient(port, token).send(method, path, request)
}

async function signIn(username: string, password = PASSWORD): Promise<string> {
  const { status, body } = await ask(product, 'POST /auth/login', { body: { username, password } })
  expect(status).toBe(200)
  return body.token
}

beforeAll(async () => {
  product = await startProduct({ people: [] })
  for (const username of ACTORS.slice(1)) {
    const user = { username, email: null, isAdmin: username === 'admin', password: PASSWORD }
    idOf[username] = succeeded(await product.server.people.accounts.addUser(user, commandMeta())).response.id
  }
})
afterAll(() => product.stop())

describe('access to the people endpoints', () => {
  let arranged: number[] = []

  beforeAll(async () => {
    const token = await signIn('organizer')
    const invited = ['member', 'co_organizer', 'former'].map((name) => idOf[name])
    const trip = { title: 'Lisbon', destination: 'Lisbon', startDate: '2026-06-01', endDate: '2026-06-08' }
    const planned = await ask(product, 'POST /trips', { token, body: { ...trip, inviteUserIds: invited } })
    const people = `/trips/${planned.body?.trip?.id}/participants`
    const role = { role: 'co_organizer' }
    const raised = await ask(product, `PUT ${people}/${idOf['co_organizer']}`, { token, body: role })
    const removed = await ask(product, `DELETE ${people}/${idOf['former']}`, { token })
    arranged = [planned, raised, removed].map(({ status }) => status)
  })

  it('The fixture has people on a trip, without whom the cases would prove nothing', () => {
    expect(arranged).toEqual([201, 200, 204])
  })

  const cases = peopleRows.flatMap((row) => ACTORS.map((actor) => ({ ...row, actor })))
  it.each(cases)(
    'The endpoint $call as $actor answers with the status of the table',
    async ({ call, actor, anonymous, signedIn, body }) => {
      const self = actor === 'anonymous' ? 'stranger' : actor
      const token = actor === 'anonymous' ? undefined : await signIn(self)
      const answer = await ask(product, call.replace('{self}', idOf[self]!), {
        ...(token ? { token } : {}),
        ...(body ? { body: JSON.parse(JSON.stringify(body).replace('{self}', self)) as unknown } : {}),
      })
      expect(answer.status).toBe(actor === 'anonymous' ? anonymous : signedIn)
      if (answer.status === 401) expect(answer.body.error.code).toBe('TOKEN_MISSING')
    },
  )

  it.each(['POST /auth/logout', 'DELETE /auth/sessions', 'GET /auth/sessions'])(
    'The endpoint %s leaves the sessions of others unchanged',
    async (call) => {
      const [mine, theirs] = [await signIn('stranger'), await signIn('member' satisfies Actor)]
      const { body } = await ask(product, call, { token: mine })
      if (body) expect(JSON.stringify(body)).not.toContain(idOf['member'])
      expect((await ask(product, 'GET /auth/me', { token: theirs })).status).toBe(200)
    },
  )
})

describe('an ended session', () => {
  it('An ended session is refused at once, on every endpoint', async () => {
    const token = await signIn('stranger')
    expect((await ask(product, 'GET /auth/me', { token })).status).toBe(200)
    expect((await ask(product, 'POST /auth/logout', { token })).status).toBe(204)
    for (const call of ['GET /auth/me', 'GET /users', 'POST /auth/logout', 'GET /trips']) {
      const { status, body } = await ask(product, call, { token })
      expect({ status, code: body.error.code }, call).toEqual({ status: 401, code: 'INVALID_TOKEN' })
    }
  })

  it('The session of a disabled account answers USER_NOT_FOUND', async () => {
    const gone = { username: 'gone', email: null, isAdmin: false, password: PASSWORD }
    succeeded(await product.server.people.accounts.addUser(gone, commandMeta()))
    const token = await signIn('gone')
    expect((await ask(product, 'GET /auth/me', { token })).status).toBe(200)
    succeeded(await product.server.people.accounts.disableUser('gone', commandMeta()))
    await expect
      .poll(async () => (await ask(product, 'GET /auth/me', { token })).body.error?.code as unknown)
      .toBe('USER_NOT_FOUND')
    const again = await ask(product, 'POST /auth/login', { body: { username: 'gone', password: PASSWORD } })
    expect(again).toMatchObject({ status: 401, body: { error: { code: 'INVALID_CREDENTIALS' } } })
  })
})

describe('responses', () => {
  it('A read after a command’s response contains the written state', async () => {
    const open = await startProduct({ people: [], env: { REGISTRATION: 'open' } })
    for (let i = 0; i < 20; i++) {
      const body = { username: `person${i}`, password: PASSWORD }
      const { status, body: registered, headers } = await ask(open, 'POST /auth/register', { body })
      expect(status).toBe(201)
      expect(headers['position']).toBeTruthy()
      const listed = await ask(open, 'GET /users', { token: registered.token })
      expect(listed.body.data).toHaveLength(i + 1)
    }
    await open.stop()
  })

  it('The response to a repeated log-in says that it is a repeat', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const body = { username: 'stranger', password: PASSWORD }
    const first = await ask(product, 'POST /auth/login', { body, headers })
    const again = await ask(product, 'POST /auth/login', { body, headers })
    expect(again.body).toEqual(first.body)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(again.headers['idempotency-replayed']).toBe('true')
  })
})

describe('a log-out while the log cannot be written', () => {
  it('The session has ended at once, its socket is closed, and the log says so as soon as it can be written', async () => {
    const log = createMemoryEventStore()
    let isFull = false
    const append: EventStore['append'] = async (stream, ...more) => {
      if (isFull) throw new StoreUnavailable('the disk is full')
      return log.append(stream, ...more)
    }
    const product = await startProduct({ people: ['ann'], store: { ...log, append } })
    const other = await product.signIn('ann')
    const socket = await product.listen('ann')
    isFull = true
    expect((await product.as('ann').post('/auth/logout')).status).toBe(204)
    expect((await product.as('ann').get('/auth/me')).status).toBe(401)
    expect((await other.get('/auth/me')).status, 'another session of the same person').toBe(200)
    await socket.closed
    expect(product.logLines.join('')).toContain('a log-out is not in the log yet')
    const stored = async () => (await log.read(`sessions-${product.people.ann.id}`)).map(({ type }) => type)
    expect(await stored()).not.toContain('SessionEnded')
    isFull = false
    await expect.poll(stored).toContain('SessionEnded')
    expect((await product.as('ann').get('/auth/me')).status).toBe(401)
    await product.stop()
  })
})

describe('logs', () => {
  it('The log of a log-in that failed halfway contains neither password nor token', async () => {
    const log = createMemoryEventStore()
    const append: EventStore['append'] = async (stream, ...more) => {
      if (stream.startsWith('sessions-')) throw new StoreUnavailable('the disk is full')
      return log.append(stream, ...more)
    }
    const broken = await startProduct({ people: [], store: { ...log, append } })
    const user = { username: 'alice', email: null, isAdmin: false, password: PASSWORD }
    succeeded(await broken.server.people.accounts.addUser(user, commandMeta()))
    const answer = await ask(broken, 'POST /auth/login', { body: { username: 'alice', password: PASSWORD } })
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect(answer.text).not.toContain('the disk is full')
    const logged = broken.logLines.join('\n')
    expect(logged).toContain('the disk is full')
    expect(logged).not.toContain(PASSWORD)
    expect(logged).not.toContain('$argon2id$')
    await broken.stop()
  })
})
