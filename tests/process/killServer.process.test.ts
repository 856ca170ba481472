// The server is killed while friends add expenses: acknowledged expenses exist, retried ones exist once, and the
// figures agree. `npm run test:kill` is the long run.

import { randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hashEvent } from '#core/kernel/ids.ts'
import type { BalanceResponse, ExpenseResponse, ExpenseSummary } from '#core/money/responses.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { type Client, createClient, expectSuccess } from '#tests/support/client.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

const rounds = Number(process.env['KILL_ROUNDS'] ?? 3)
/** After these rounds a new folder is used, so that a hundred rounds do not read an ever longer log at each start. */
const roundsPerFolder = 5
/** Each phone always has one request under way, so a kill leaves about this many without a response. */
const phones = 24

interface Friend {
  id: string
  phone: Client
}

interface Asked {
  by: Friend
  key: string
  description: string
  /** Cents, a multiple of three, so that three sharers divide it evenly. */
  cents: number
  /** The id in the response, if there was one. */
  id?: string
}

let unanswered = 0

test(
  'A server killed at any moment loses no acknowledged expense and doubles no retried one',
  { timeout: (2 + rounds) * TIMEOUT_MS },
  async () => {
    let server = await startServer()
    for (let round = 0; round < rounds; round++) {
      if (round > 0 && round % roundsPerFolder === 0) {
        expect(await server.stop()).toBe(0)
        server = await startServer()
      }
      server = await killOnce(server)
    }
    expect(await server.stop()).toBe(0)
    expect(unanswered, 'needs requests under way for a kill to mean anything').toBeGreaterThan(rounds)
  },
)

/** @returns the server that was started again */
async function killOnce(before: Server): Promise<Server> {
  const { dataDir } = before
  const friends = await signIn(before)
  const tripId = await planTrip(friends)
  const asked = await spendUntilKilled(before, friends, tripId)

  const after = await startServer({ dataDir })
  const again = friends.map(({ id, phone }) => ({ id, phone: createClient(portOf(after), phone.token) }))
  const ann = again[0]!.phone
  const answered = asked.filter(({ id }) => id !== undefined)
  const survived = await expensesOf(ann, tripId)
  const ids = new Set(survived.map(({ id }) => id))
  expect(
    answered.filter(({ id }) => !ids.has(id!)),
    'answered and lost',
  ).toEqual([])

  for (const one of asked) {
    const repeats = one.id === undefined || Math.random() < 20 / answered.length
    if (!repeats) continue
    const phone = again.find(({ id }) => id === one.by.id)!.phone
    const answer = await phone.post(`/trips/${tripId}/expenses`, bodyOf(one, again), { key: one.key })
    const { expense } = expectSuccess(answer) as { expense: ExpenseResponse }
    const replayed = answer.headers['idempotency-replayed'] === 'true'
    expect(replayed, 'a repeat of what was written, and of nothing else').toBe(ids.has(expense.id))
    expect(expense.id).toBe(one.id ?? expense.id)
    one.id = expense.id
  }
  await expectFigures(ann, tripId, asked)
  await expectChain(dataDir, tripId, asked)

  unanswered += asked.length - answered.length
  return after
}

function portOf({ url }: Server): number {
  return Number(new URL(url).port)
}

async function signIn(server: Server): Promise<Friend[]> {
  const anybody = createClient(portOf(server))
  const friends: Friend[] = []
  for (const username of ['alice', 'bob', 'carol']) {
    const { token, user } = expectSuccess(
      await anybody.post('/auth/login', { username, password: 'travel-demo' }),
    )
    friends.push({ id: user.id as string, phone: createClient(portOf(server), token as string) })
  }
  return friends
}

async function planTrip([alice, ...others]: Friend[]): Promise<string> {
  const day = (fromNow: number) => new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10)
  const body = {
    title: 'A trip without power',
    destination: 'Lisbon, Portugal',
    startDate: day(2),
    endDate: day(5),
    currency: 'HKD',
    inviteUserIds: others.map(({ id }) => id),
  }
  return expectSuccess(await alice!.phone.post('/trips', body)).trip.id as string
}

/** Everybody adds expenses until the server is gone. @returns the requests, with or without a response */
async function spendUntilKilled(server: Server, friends: Friend[], tripId: string): Promise<Asked[]> {
  const asked: Asked[] = []
  const power = new AbortController()
  const spend = async (by: Friend) => {
    while (!power.signal.aborted) {
      const one: Asked = {
        by,
        key: randomUUID(),
        description: `Bill ${randomUUID()}`,
        cents: 3 * randomInt(1, 9999),
      }
      asked.push(one)
      const sending = by.phone.post(`/trips/${tripId}/expenses`, bodyOf(one, friends), { key: one.key })
      const answer = await sending.catch((error: unknown) => {
        if (!power.signal.aborted) throw error
      })
      if (answer) one.id = (expectSuccess(answer) as { expense: ExpenseResponse }).expense.id
    }
  }
  const spending = Promise.all(Array.from({ length: phones }, (_, n) => spend(friends[n % friends.length]!)))
  await expect.poll(() => asked.some(({ id }) => id !== undefined), { interval: 2 }).toBe(true)
  await pause(randomInt(0, 300))
  power.abort()
  await server.kill9()
  await spending
  return asked
}

function bodyOf({ description, cents }: Asked, friends: Friend[]) {
  return { description, amount: cents / 100, category: 'food', sharedBy: friends.map(({ id }) => id) }
}

async function expensesOf(phone: Client, tripId: string): Promise<ExpenseResponse[]> {
  return expectSuccess(await phone.get(`/trips/${tripId}/expenses`)).expenses as ExpenseResponse[]
}

/** Compares the lists and sums of the read models with a plain count of the requests. */
async function expectFigures(phone: Client, tripId: string, asked: readonly Asked[]): Promise<void> {
  const listed = await expensesOf(phone, tripId)
  const plain = (of: { id?: string; description: string; amount: number }[]) =>
    of.map(({ id, description, amount }) => `${id} ${description} ${amount}`).sort()
  expect(plain(listed)).toEqual(plain(asked.map((one) => ({ ...one, amount: one.cents / 100 }))))

  const sum = asked.reduce((cents, one) => cents + one.cents, 0)
  const { summary } = expectSuccess(await phone.get(`/trips/${tripId}/expense-summary`)) as {
    summary: ExpenseSummary
  }
  expect(summary).toMatchObject({ totalAmount: sum / 100, expenseCount: asked.length })
  const { balances } = expectSuccess(await phone.get(`/trips/${tripId}/balances`)) as {
    balances: BalanceResponse[]
  }
  for (const { id, personalPayments, fairShare, netBalance } of balances) {
    const paid = asked.reduce((cents, one) => cents + (one.by.id === id ? one.cents : 0), 0)
    expect({ personalPayments, fairShare, netBalance }).toEqual({
      personalPayments: paid / 100,
      fairShare: sum / 300,
      netBalance: (paid - sum / 3) / 100,
    })
  }
}

/** Each expense has one event, and each event the hash of the one before. */
async function expectChain(dataDir: string, tripId: string, asked: readonly Asked[]): Promise<void> {
  const store = await openSqliteEventStore({ file: join(dataDir, 'events.db') })
  const events = await store.read(`money-${tripId}`)
  await store.close()
  expect(events.map(({ revision }) => revision)).toEqual(asked.map((_, revision) => revision))
  expect(new Set(events.map(({ meta }) => meta.key))).toEqual(new Set(asked.map(({ key }) => key)))
  const hashes = [null, ...events.map((event) => hashEvent(event))]
  expect(events.map(({ meta }) => meta.prev)).toEqual(hashes.slice(0, -1))
}
