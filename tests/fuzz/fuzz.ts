// Sends random requests of several people to the whole product: valid and invalid, singly and concurrently, some
// repeated. No response is a 5xx, nobody reads or changes another person's data, and the acknowledged changes are the
// visible state.

import type { HttpResponse } from '#tests/support/client.ts'
import { nextRequest, type Request } from '#tests/fuzz/actions.ts'
import { checkConversation, checkTrip } from '#tests/fuzz/checks.ts'
import { broken, noId, nonsense } from '#tests/fuzz/invalidValues.ts'
import { anyOf, emptyWorld, PEOPLE, type World } from '#tests/fuzz/world.ts'
import type { SeededRandom } from '#tests/simulator/chance.ts'
import { seededRandom } from '#tests/simulator/chance.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

export interface Result {
  /** What did not hold, in words; empty when all did. */
  wrong: string[]
  requests: number
  /** How many of them succeeded. */
  succeeded: number
}

/** Requests between two looks at everything. */
const LOOK_EVERY = 100
const AT_ONCE = 6
const PINO_ERROR = 50

type People = Product<(typeof PEOPLE)[number]>

/** @param requests about so many; the same seed sends the same */
export async function fuzz(seed: number, requests: number): Promise<Result> {
  const product = await startProduct({ people: PEOPLE, env: { RATE_LIMIT: '1000000' } })
  try {
    const ids = Object.fromEntries(PEOPLE.map((name) => [name, product.people[name].id]))
    return await run(product, emptyWorld(ids as World['ids']), seededRandom(seed), requests)
  } finally {
    await product.stop()
  }
}

async function run(product: People, world: World, chance: SeededRandom, requests: number): Promise<Result> {
  const result: Result = { wrong: [], requests: 0, succeeded: 0 }
  const wrong = (text: string) => void result.wrong.push(`after ${result.requests} requests: ${text}`)
  let looked = 0
  while (result.requests < requests && result.wrong.length === 0) {
    product.clock.forward(1000 + chance.below(20_000))
    const count = chance.is(0.15) ? 2 + chance.below(AT_ONCE) : 1
    const all = Array.from({ length: count }, () => spoil(next(world, chance, count > 1), chance))
    if (chance.is(0.3)) shareKey(all)
    const before = all.map(({ request }) => new Set(request.trip?.members))
    const answers = await Promise.all(all.map((one) => send(product, one)))
    result.requests += count
    for (const [index, answer] of answers.entries()) {
      const { request, isBroken } = all[index]!
      checkAnswer(answer, (text) => wrong(`${inWords(request)}: ${text}`))
      if (!isSuccess(answer)) continue
      if (!isBroken) result.succeeded++
      note(request, answer, world, wrong)
    }
    for (const [index, answer] of answers.entries()) {
      const { request } = all[index]!
      const isLetIn =
        !request.trip || before[index]!.has(request.who) || request.trip.members.has(request.who)
      if (isSuccess(answer) && !isLetIn && !mayAnybody(request)) wrong(`${inWords(request)}: was let in`)
    }
    // A repeat of any of them is answered like the first, and changes nothing: the next look would find it.
    if (chance.is(0.1)) await repeat(product, chance.of(all), answers, all, wrong)
    if (result.requests - looked < LOOK_EVERY && result.requests < requests) continue
    looked = result.requests
    await look(product, world, chance, wrong).catch((error: unknown) => wrong(String(error)))
  }
  return result
}

const isSuccess = ({ status }: HttpResponse): boolean => status >= 200 && status < 300

const inWords = ({ who, method, path, body }: Request): string =>
  `${who} ${method} ${path} ${JSON.stringify(body)?.slice(0, 300) ?? ''}`

/** Of many at once only those whose order does not matter to the world: what is read, and what is made anew. */
function next(world: World, chance: SeededRandom, isOneOfMany: boolean): Request {
  for (;;) {
    const request = nextRequest(world, chance)
    const isMade = request.method === 'POST' && !/\/(invite|leave|organizer)$/.test(request.path)
    if (!isOneOfMany || isMade || request.method === 'GET') return request
  }
}

/** A client that takes one key for several things of the same person: one of them at the most is made under it. */
function shareKey([first, ...others]: readonly Sent[]): void {
  for (const other of others) if (other.request.who === first!.request.who) other.key = first!.key
}

interface Sent {
  request: Request
  key: string
  isBroken: boolean
}

/** One in four with something wrong in it. */
function spoil(request: Request, chance: SeededRandom): Sent {
  const key = chance.uuid()
  if (chance.is(0.75)) return { request, key, isBroken: false }
  const { then: _, ...rest } = request
  const isOfBody = request.body !== undefined && chance.is(0.7)
  const path = request.path.replace(/\/[^/?]+(?=[^/]*$)/, () => `/${noId(chance)}`)
  const spoiled = isOfBody ? { ...request, body: broken(request.body, chance) } : { ...rest, path }
  if (chance.is(0.03)) return { request: { ...spoiled, body: nonsense(chance) }, key, isBroken: true }
  return { request: spoiled, key, isBroken: true }
}

function send(product: People, { request: { who, method, path, body }, key }: Sent): Promise<HttpResponse> {
  const asking = method === 'GET' ? {} : { key, ...(body === undefined ? {} : { body }) }
  return product.as(who).send(method, path, asking)
}

function checkAnswer({ status, body, text }: HttpResponse, wrong: (text: string) => void): void {
  if (status >= 500 || status === 0) wrong(`${status} ${text.slice(0, 200)}`)
  if (status < 400) return
  const { code, message, requestId } = body?.error ?? {}
  const isShaped = [body?.message, code, message, requestId].every((one) => typeof one === 'string')
  if (!isShaped) wrong(`${status} without a reason: ${text.slice(0, 200)}`)
  if (/\n\s+at |node:internal|\.ts:\d+/.test(text)) wrong(`a stack trace: ${text.slice(0, 200)}`)
}

/** Takes what a success means into the world. A broken request may succeed where what it broke is optional. */
function note(request: Request, answer: HttpResponse, world: World, wrong: (text: string) => void): void {
  const replayed = answer.headers['idempotency-replayed'] === 'true'
  if (replayed) return
  if (answer.status === 201) {
    const thing = Object.values(answer.body as Record<string, { id?: string }>).find((one) => one?.id)
    if (thing?.id !== undefined && world.made.has(thing.id)) wrong(`${request.path} made ${thing.id} again`)
    if (thing?.id !== undefined) world.made.add(thing.id)
  }
  request.then?.(answer)
}

async function repeat(
  product: People,
  again: Sent,
  answers: readonly HttpResponse[],
  all: readonly Sent[],
  wrong: (text: string) => void,
): Promise<void> {
  const first = answers[all.indexOf(again)]!
  if (again.request.method === 'GET' || first.status !== 201) return
  const second = await send(product, again)
  const { who, trip, path } = again.request
  // Who has left meanwhile is not told anything any more.
  if (trip && !trip.members.has(who)) return
  const isSame = second.status === first.status && JSON.stringify(second.body) === JSON.stringify(first.body)
  if (!isSame) wrong(`${who} repeated ${path}: ${first.text} and then ${second.status} ${second.text}`)
}

/**
 * Anybody may read the outline of a public trip, and the list of trips, which gives each person only their own. A path
 * whose last part was emptied by `spoil` names one of these two, with whatever query it had.
 */
const mayAnybody = ({ trip, method, path }: Request): boolean => {
  const pathname = path.replace(/\?.*$/, '').replace(/\/$/, '')
  return method === 'GET' && (pathname === '/trips' || (trip!.isPublic && pathname === `/trips/${trip!.id}`))
}

async function look(
  product: People,
  world: World,
  chance: SeededRandom,
  wrong: (text: string) => void,
): Promise<void> {
  for (const trip of world.trips.values()) {
    const reader = anyOf(trip.members, chance)
    if (reader) await checkTrip(trip, product.as(reader), wrong)
  }
  for (const conversation of world.conversations.values()) {
    const reader = anyOf(conversation.members, chance)
    if (reader) await checkConversation(conversation, product.as(reader), wrong)
  }
  for (const line of product.logLines)
    if ((JSON.parse(line) as { level: number }).level >= PINO_ERROR)
      wrong(`the log says ${line.slice(0, 500)}`)
}
