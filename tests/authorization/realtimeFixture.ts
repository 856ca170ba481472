// A scenario on a running server, and sockets of its people, for the real-time rows of the authorization table.

import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Scenario, type Fixture, startFixture, createScenario } from '#tests/authorization/scenario.ts'
import { type Listener, listen } from '#tests/support/listener.ts'

type Name = Parameters<Fixture['listen']>[0]

/** Call once at the top of a test file. The fields are set before its tests; sockets are closed after each test. */
export function realtimeForFile() {
  const fields = {} as { fixture: Fixture; scenario: Scenario }
  const open: Listener[] = []

  beforeAll(async () => {
    fields.fixture = await startFixture()
    fields.scenario = await createScenario(fields.fixture, false)
  })
  afterEach(() => {
    for (const listener of open.splice(0)) listener.close()
  })
  afterAll(() => fields.fixture.stop())

  async function listenAs(name: Name): Promise<Listener> {
    const listener = await fields.fixture.listen(name)
    open.push(listener)
    return listener
  }

  function connect(token: string | undefined, more: Parameters<typeof listen>[2] = {}): Listener {
    const listener = listen(fields.fixture.port, token, more)
    open.push(listener)
    return listener
  }

  /** @returns a socket for each name, once everything that was sent before has arrived and is forgotten */
  async function listenAsAll(...names: Name[]): Promise<Listener[]> {
    const listeners = await Promise.all(names.map(listenAs))
    for (const listener of listeners) {
      await listener.settled()
      listener.clear()
    }
    return listeners
  }

  return Object.assign(fields, { listenAs, connect, listenAsAll })
}

/** The received events without presence, which everybody gets. */
export const eventsWithoutPresence = (listener: Listener) =>
  listener.received.filter(({ event }) => event !== 'user_presence' && event !== 'authenticated')
