// Measures a durable expense: posted through the whole path compared with a bare Koa route that appends the same bytes,
// and on a long trip compared with a short one. Both sides are measured in turn.

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SEED_PASSWORD } from '#api/seed/seed.ts'
import { type Client, createClient, expectSuccess } from '#tests/support/client.ts'
import { inTurn, type Row, ratio } from './figures.ts'
import { CONNECTIONS, type Load, load } from './writePath/load.ts'
import { inFolder, start, startWithClient } from './writePath/program.ts'

const ROUND_MS = 1500
const ROUNDS = 9
const SHORT_TRIP = 100
const LONG_TRIP = 10_000
/** Few enough for the long trip to stay below the 20,000 expenses that a trip may have. */
const TRIP_ROUNDS = 31
/** Few enough for the short trip to stay short. */
const REQUESTS_ON_A_TRIP = 300

interface Spender {
  port: number
  client: Client
  /** On each trip. */
  people: readonly string[]
}

export const bench = (): Promise<Row[]> =>
  inFolder(async (folder) => {
    const { port } = await startWithClient(folder, { DEMO_DATA: 'on' })
    const spender = await signIn(port)
    const sample = await sampleOf(spender, join(folder, 'events.db'))
    const bare = await start([join(import.meta.dirname, 'writePath/bare.ts'), folder, sample], {})
    return [...(await besideBare(spender, bare.port)), await longBesideShort(spender)]
  })

async function signIn(port: number): Promise<Spender> {
  const { token, user } = expectSuccess(
    await createClient(port).post('/auth/login', { username: 'alice', password: SEED_PASSWORD }),
  )
  const client = createClient(port, token)
  const { data } = expectSuccess(await client.get('/users')) as { data: { id: string }[] }
  const friends = data.map(({ id }) => id).filter((id) => id !== user.id)
  return { port, client, people: [user.id, ...friends.slice(0, 2)] }
}

async function plan({ client, people }: Spender): Promise<string> {
  const { trip } = expectSuccess(
    await client.post('/trips', {
      title: 'Dinners',
      destination: 'Lisbon, Portugal',
      startDate: '2035-05-02',
      endDate: '2035-05-09',
      currency: 'HKD',
      inviteUserIds: people.slice(1),
    }),
  )
  return trip.id
}

const expense = ({ people }: Spender, n: number) => ({
  description: `Dinner number ${n}`,
  amount: 120.5 + (n % 100),
  category: 'food',
  sharedBy: people,
})

/** A load that adds expenses to a new trip: a trip may have 20,000 at most. */
async function spend(spender: Spender, limit: Pick<Load, 'requests' | 'forMs'>): Promise<Load> {
  return {
    port: spender.port,
    token: spender.client.token!,
    path: `/api/trips/${await plan(spender)}/expenses`,
    bodyOf: (n) => JSON.stringify(expense(spender, n)),
    ...limit,
  }
}

/** The event and the response of one expense, which the bare side stores and sends. */
async function sampleOf(spender: Spender, log: string): Promise<string> {
  const response = await spender.client.post(`/trips/${await plan(spender)}/expenses`, expense(spender, 1))
  expectSuccess(response)
  const db = new DatabaseSync(log, { readOnly: true })
  const event = db.prepare('SELECT type, data, meta FROM events ORDER BY place DESC LIMIT 1').get()
  db.close()
  return JSON.stringify({ ...event, response: response.text })
}

async function besideBare(spender: Spender, barePort: number): Promise<Row[]> {
  const limit = { requests: Infinity, forMs: ROUND_MS }
  const product = async () => load(await spend(spender, limit))
  const bare = async () => load({ ...(await spend(spender, limit)), port: barePort })
  // A first run warms up.
  await inTurn(1, product, bare)
  const turns = await inTurn(ROUNDS, product, bare)
  const name = `POST expense, ${CONNECTIONS} connections`
  return [
    ratio(`${name}: requests a second ÷ bare Koa on SQLite`, turns, (of) => of.perSecond, 'a second', {
      atLeast: 0.5,
    }),
    ratio(`${name}: p99 ÷ bare Koa on SQLite`, turns, (of) => of.p99, 'ms', { atMost: 2 }),
  ]
}

async function longBesideShort(spender: Spender): Promise<Row> {
  const limit = { requests: REQUESTS_ON_A_TRIP, forMs: 10_000 }
  const long = await spend(spender, limit)
  await load({ ...long, requests: LONG_TRIP, forMs: 60_000 })
  const onShort = async () => {
    const short = await spend(spender, limit)
    await load({ ...short, requests: SHORT_TRIP })
    return load(short)
  }
  const turns = await inTurn(TRIP_ROUNDS, () => load(long), onShort)
  const name = `POST expense on a trip of ${LONG_TRIP} events: p95 ÷ one of ${SHORT_TRIP}`
  return ratio(name, turns, (of) => of.p95, 'ms', { atMost: 1.2 })
}
