// Three thousand registered people: their tokens, their trips with a chat each, and the requests they send.

import { Agent, request } from 'node:http'

export interface Person {
  id: string
  token: string
}

/** The created thing by its name in the response. */
type Made = Record<string, { id: string }>

export interface Population {
  people: readonly Person[]
  /** Posts as one of them. @throws Error for a failure */
  post(by: Person, path: string, body: unknown): Promise<Made>
  /** Creates a chat of a trip of these people, the first of whom organizes it. */
  tripChat(people: readonly Person[]): Promise<string>
  group(people: readonly Person[]): Promise<string>
}

const agent = new Agent({ keepAlive: true, maxSockets: 20 })

/** Registers everybody. */
export async function createPopulation(port: () => number, count: number): Promise<Population> {
  const call = async (path: string, body: unknown, token?: string) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    }
    const text = await exchange(port(), 'POST', `/api${path}`, headers, JSON.stringify(body))
    return JSON.parse(text) as never
  }
  const people = await mapConcurrently(count, 20, async (n): Promise<Person> => {
    const response: { token: string; user: { id: string } } = await call('/auth/register', {
      username: `person${n}`,
      password: 'travel-demo-bench',
    })
    return { id: response.user.id, token: response.token }
  })
  const post: Population['post'] = (by, path, body) => call(path, body, by.token)
  const plain = {
    title: 'A journey',
    destination: 'Lisbon',
    startDate: daysFromNow(9),
    endDate: daysFromNow(12),
  }
  return {
    people,
    post,
    async tripChat([organizer, ...others]) {
      const { trip } = await post(organizer!, '/trips', plain)
      for (let from = 0; from < others.length; from += 100)
        await post(organizer!, `/trips/${trip!.id}/invite`, {
          userIds: others.slice(from, from + 100).map(({ id }) => id),
        })
      const { chat } = await post(organizer!, `/trips/${trip!.id}/chats`, { name: 'All of us' })
      return chat!.id
    },
    async group([founder, ...others]) {
      const body = { type: 'group', name: 'Walkers', participant_ids: others.map(({ id }) => id) }
      return (await post(founder!, '/conversations', body)).conversation!.id
    },
  }
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

/** @returns the body of a success @throws Error for anything else */
export function exchange(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
  by = agent,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent: by, host: '127.0.0.1', port, method, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () =>
        response.statusCode! < 300
          ? resolve(text)
          : reject(new Error(`${path}: ${response.statusCode} ${text}`)),
      )
    })
    sent.on('error', reject)
    sent.setTimeout(60_000, () => sent.destroy(new Error(`Waited a minute for a response to ${path}`)))
    sent.end(body)
  })
}

function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
