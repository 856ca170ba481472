// The people part of a server process over a log that another process may share. Everything is real except the clock,
// which stands still, and the cheap password hash.

import { randomUUID } from 'node:crypto'
import { createCodec } from '#core/store/codec.ts'
import { type EventStore, START } from '#core/store/eventStore.ts'
import { createCommandHandler } from '#core/store/commandHandler.ts'
import { createStreamReader } from '#core/store/streamReader.ts'
import { peopleUpcasts } from '#core/people/events.ts'
import { directory } from '#projections/people/directory.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { createAccounts } from '#api/people/accounts.ts'
import { createAuthenticator, sessionChangeSubscriber } from '#api/people/authenticator.ts'
import { type Passwords, createPasswords } from '#api/people/passwords.ts'
import { createPeople } from '#api/people/people.ts'
import { createSessionStore } from '#api/people/sessions.ts'
import { createTokens } from '#api/people/tokens.ts'
import { oneNode } from '#api/platform/nodes.ts'
import { createReadModels } from '#api/platform/readModels.ts'
import { waitToRetry } from '#api/platform/waitToRetry.ts'
import type { ApiRequest, ApiResponse, Session } from '#api/platform/http/route.ts'
import { type TestClock, testClock } from '#tests/support/clock.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

export const SECRET = new TextEncoder().encode('a key for tests, of which nothing depends')

interface Options {
  clock?: TestClock
  passwords?: Passwords
  registration?: 'open' | 'closed'
  directoryScope?: 'everyone' | 'connections'
  /** Whether it subscribes to the log; default true. */
  follows?: boolean
  connectionsOf?: (userId: string) => Promise<ReadonlySet<string>>
}

export type Process = ReturnType<typeof startProcess>

export function startProcess(store: EventStore, options: Options = {}) {
  const { clock = testClock(), passwords = cheap } = options
  const codec = createCodec(peopleUpcasts)
  const reader = createStreamReader(store, codec)
  const handleCommand = createCommandHandler({ store, codec, reader, waitToRetry })
  const accounts = createAccounts({ handleCommand, reader, passwords, clock })
  const sessions = createSessionStore({ handleCommand, reader, clock })
  const tokens = createTokens(SECRET, clock)
  const gate = createAuthenticator({ tokens, sessions, clock })
  const onError = (error: unknown) => {
    throw error
  }
  const readStore = createMemoryReadStore()
  const runner = startRunner({ store, codec, readStore, projections: [directory], onError })
  const people = createPeople({
    handleCommand,
    reader,
    clock,
    readModels: createReadModels(readStore, runner, () => store.head()),
    limiters: oneNode(clock).limiter,
    signingKey: SECRET,
    passwordCost: 'low',
    registration: options.registration ?? 'open',
    directoryScope: options.directoryScope ?? 'everyone',
    connectionsOf: options.connectionsOf ?? (async () => new Set()),
  })
  const abort = new AbortController()
  const following = options.follows === false ? Promise.resolve() : follow()

  async function follow(): Promise<void> {
    const hear = sessionChangeSubscriber(reader, (userId) => {
      gate.invalidate(userId)
      people.authenticator.invalidate(userId)
    })
    for await (const batch of store.subscribe({ after: START, signal: abort.signal }))
      for (const event of batch) await hear(event)
  }

  return {
    accounts,
    sessions,
    tokens,
    gate,
    people,
    reader,
    clock,
    /** Runs a request as the server does, from the header to the response, without HTTP. */
    async call(
      method: string,
      path: string,
      asked: Partial<ApiRequest> & { token?: string } = {},
    ): Promise<ApiResponse> {
      const route = people.routes.find(({ endpoint }) => endpoint.method === method && endpoint.path === path)
      if (!route) throw new Error(`No route ${method} ${path}`)
      const incoming = { ...empty(), ...asked }
      if (route.access === 'public') return settled(await route.handler(incoming))
      const session: Session = await people.authenticator.authenticate(asked.token && `Bearer ${asked.token}`)
      return settled(await route.handler({ ...incoming, session, by: session }))
    },
    async signIn(username: string, password: string): Promise<{ token: string; sid: string; id: string }> {
      const found = await accounts.verifyLogin(username, password)
      if (!found) throw new Error(`${username} cannot sign in with ${password}`)
      const { response } = succeeded(
        await sessions.start(found, 'Firefox/1 Linux', commandMeta(found.user.id)),
      )
      return { token: await tokens.issue(found.user, response!), sid: response!.sid, id: found.user.id }
    },
    async caughtUp() {
      await runner.waitForPosition(await store.head(), TIMEOUT_MS)
    },
    async stop() {
      abort.abort()
      await Promise.all([following, runner.stop()])
    },
  }

  /** Waits, as the server does, until the read models show the response. */
  async function settled(reply: ApiResponse): Promise<ApiResponse> {
    if (reply.position) await runner.waitForPosition(reply.position, 2000)
    return reply
  }
}

const cheap = createPasswords({ cost: 'low' })

export function commandMeta(actor = 'system', key: string = randomUUID()) {
  return { actor, key, digest: 'd'.repeat(64), requestId: 'r' }
}

/** The success of an outcome. @throws Error for a refusal */
export function succeeded<Outcome extends { refusal?: unknown }>(
  outcome: Outcome,
): Extract<Outcome, { refusal?: undefined }> {
  if (outcome.refusal) throw new Error(`Refused: ${JSON.stringify(outcome.refusal)}`)
  return outcome as Extract<Outcome, { refusal?: undefined }>
}

export function newUser(username: string, password = 'correct horse') {
  return { username, email: `${username}@example.com`, isAdmin: false, password }
}

function empty(): ApiRequest {
  return {
    params: {},
    query: new URLSearchParams(),
    body: undefined,
    key: randomUUID(),
    requestId: 'r',
    ifMatch: undefined,
    address: '192.0.2.1',
    userAgent: '',
  }
}
