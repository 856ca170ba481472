// Friends who add expenses, send messages and read while the faults happen, and the trace of what they sent and got.

import { setTimeout as after } from 'node:timers/promises'
import type { History, Write } from '#tests/faults/checkHistory.ts'
import type { Installation, Person } from '#tests/faults/installation.ts'
import type { SeededRandom } from '#tests/simulator/seededRandom.ts'

export interface Scene {
  tripId: string
  conversationId: string
  people: readonly Person[]
}

export interface Command {
  write: Write & { answers: Write['answers'][number][] }
  by: Person
  path: string
  body: object
}

export interface Friends {
  commands: readonly Command[]
  reads: readonly History['reads'][number][]
  /** Responses that no fault explains. */
  wrong: readonly string[]
  /** Writes and reads until the signal. */
  work(signal: AbortSignal): Promise<void>
  /** Sends a new expense and a new message through this node; resolves to whether both were acknowledged and readable. */
  probe(port: number): Promise<boolean>
  /** Sends a command again. @returns whether it was acknowledged */
  repeat(command: Command, port: number): Promise<boolean>
}

const WRITERS = 6
const TIMEOUT_MS = 4000
const PROBE_TIMEOUT_MS = 1000
const PAGE = 100
/** What a client sends again, as after no response at all. */
const TRY_AGAIN = [429, 503]

export function createFriends({ ports }: Installation, scene: Scene, random: SeededRandom): Friends {
  const commands: Command[] = []
  const reads: History['reads'][number][] = []
  const wrong: string[] = []
  const { tripId, conversationId, people } = scene
  const money = `money-${tripId}`
  const conversation = `conversation-${conversationId}`

  function newCommand(what: 'expense' | 'message'): Command {
    const key = random.uuid()
    const text = `${what} ${commands.length}`
    const command: Command = {
      write: {
        stream: what === 'expense' ? money : conversation,
        key,
        invokedAt: performance.now(),
        answers: [],
      },
      by: random.of(people),
      path: what === 'expense' ? `/trips/${tripId}/expenses` : `/conversations/${conversationId}/messages`,
      body:
        what === 'expense'
          ? {
              description: text,
              amount: (1 + random.below(9999)) / 100,
              category: 'food',
              sharedBy: people.map(({ id }) => id),
            }
          : { content: text },
    }
    commands.push(command)
    return command
  }

  async function send({ write, by, path, body }: Command, port: number, timeoutMs: number): Promise<boolean> {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': write.key }
    const response = await ask(port, by, path, timeoutMs, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!response) return false
    const { status, headers: got, json } = response
    if (status === 201) {
      const { expense, message } = json as { expense?: { id: string }; message?: { id: string } }
      const isReadable = got.get('read-model') !== 'behind'
      const position = got.get('position') ?? ''
      write.answers.push({ at: performance.now(), id: (expense ?? message)!.id, position, isReadable })
      return isReadable
    }
    if (!TRY_AGAIN.includes(status))
      wrong.push(`a command was answered with ${status} ${JSON.stringify(json)}`)
    return false
  }

  async function read(port: number): Promise<void> {
    const isMoney = random.is(0.5)
    const path = isMoney
      ? `/trips/${tripId}/expenses`
      : `/conversations/${conversationId}/messages?limit=${PAGE}`
    const invokedAt = performance.now()
    const response = await ask(port, random.of(people), path, TIMEOUT_MS)
    if (!response) return
    const { status, json } = response
    if (status !== 200) {
      if (!TRY_AGAIN.includes(status))
        wrong.push(`a read was answered with ${status} ${JSON.stringify(json)}`)
      return
    }
    const { expenses, messages } = json as { expenses?: { id: string }[]; messages?: { id: string }[] }
    const shown = (expenses ?? messages)!.map(({ id }) => id)
    const stream = isMoney ? money : conversation
    reads.push({ stream, invokedAt, answeredAt: performance.now(), shown, ...(!isMoney && { limit: PAGE }) })
  }

  async function writer(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const port = random.of(ports)
      const command = newCommand(random.is(0.6) ? 'expense' : 'message')
      // A device sends again what got no response, and stops at times: its app is closed.
      let isDone = await send(command, port, TIMEOUT_MS)
      while (!isDone && !signal.aborted && random.is(0.7)) {
        await after(random.between(50, 300))
        isDone = await send(command, random.of(ports), TIMEOUT_MS)
      }
      if (random.is(0.5)) await read(random.of(ports))
      await after(random.between(10, 60))
    }
  }

  return {
    commands,
    reads,
    wrong,
    async work(signal) {
      await Promise.all(Array.from({ length: WRITERS }, () => writer(signal)))
    },
    async probe(port) {
      const both = [newCommand('expense'), newCommand('message')]
      const sent = await Promise.all(both.map((command) => send(command, port, PROBE_TIMEOUT_MS)))
      return sent.every(Boolean)
    },
    repeat: (command, port) => send(command, port, TIMEOUT_MS),
  }
}

interface Response {
  status: number
  headers: Headers
  json: unknown
}

/** @param path below /api @returns undefined when there is no whole response in time */
export async function ask(
  port: number,
  { token }: Person,
  path: string,
  timeoutMs: number,
  { headers, ...more }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Response | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      ...more,
      headers: { ...headers, Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, headers: response.headers, json: await response.json() }
  } catch {
    return undefined
  }
}
