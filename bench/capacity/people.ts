// Thousands of people on trips of five with a chat each, and the requests they send.

import { Agent, request } from 'node:http'
import { createSeeder } from '#api/seed/seeder.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'

export interface Person {
  id: string
  token: string
}

export interface SharedTrip {
  tripId: string
  /** The chat of the trip. */
  conversationId: string
  friends: readonly Person[]
}

export const TRIP_SIZE = 5
const PASSWORD = 'travel-demo-bench'

// The server closes connections that were idle for five seconds, and nothing is sent again here.
const agent = new Agent({ keepAlive: true, maxSockets: 100, timeout: 2000 })

/** @returns the body of a success @throws Error for anything else */
export function exchange(
  port: number,
  { token }: Pick<Person, 'token'> | { token?: never },
  method: string,
  path: string,
  body?: unknown,
  // oxlint-disable-next-line no-explicit-any
): Promise<any> {
  const headers = {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }),
  }
  return new Promise((resolve, reject) => {
    const options = { agent, host: '127.0.0.1', port, method, path: `/api${path}`, headers }
    const sent = request(options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => {
        if (response.statusCode! < 300) resolve(text === '' ? null : JSON.parse(text))
        else reject(new Error(`${path}: ${response.statusCode} ${text}`))
      })
    })
    sent.on('error', reject)
    sent.setTimeout(60_000, () => sent.destroy(new Error(`Waited a minute for a response to ${path}`)))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Writes their accounts into the log of a server that is not running: a sign-up compares each name with all others. */
export async function writeAccounts(file: string, count: number): Promise<void> {
  const store = await openSqliteEventStore({ file })
  const seeder = createSeeder(store, PASSWORD, 'low', Date.now())
  seeder.setTime(-1, 9)
  await mapConcurrently(count, 4, (n) => seeder.signUp(`person${n}`))
  await store.close()
}

/** Signs everybody in and plans their trips. @param count of people, a multiple of `TRIP_SIZE` */
export async function populate(port: number, count: number): Promise<SharedTrip[]> {
  const people = await mapConcurrently(count, 20, async (n): Promise<Person> => {
    const account = { username: `person${n}`, password: PASSWORD }
    const { token, user } = await exchange(port, {}, 'POST', '/auth/login', account)
    return { id: user.id, token }
  })
  return mapConcurrently(count / TRIP_SIZE, 20, async (n) => {
    const friends = people.slice(n * TRIP_SIZE, (n + 1) * TRIP_SIZE)
    const [organizer, ...others] = friends
    const { trip } = await exchange(port, organizer!, 'POST', '/trips', {
      title: 'A week by the sea',
      destination: 'Lisbon, Portugal',
      startDate: '2035-05-02',
      endDate: '2035-05-09',
      currency: 'HKD',
      inviteUserIds: others.map(({ id }) => id),
    })
    const path = `/trips/${trip.id}/chats`
    const { chat } = await exchange(port, organizer!, 'POST', path, { name: 'All of us' })
    return { tripId: trip.id, conversationId: chat.id, friends }
  })
}

/** Runs at most this many at once. */
export async function mapConcurrently<Made>(
  count: number,
  atOnce: number,
  make: (n: number) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = []
  let next = 0
  const work = async () => {
    for (let n = next++; n < count; n = next++) made[n] = await make(n)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return made
}
