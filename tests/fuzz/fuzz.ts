// Sends random requests of several people to the whole product: valid and invalid, singly and concurrently, some
// repeated. No response is a 5xx, nobody reads or changes another person's data, and the acknowledged changes are the
// visible state.

import type { HttpResponse } from '#tests/support/client.ts'
import { nextRequest, type Request } from '#tests/fuzz/actions.ts'
import { checkConversation, checkTrip } from '#tests/fuzz/checks.ts'
import { invalidValue, unknownId, withInvalidValue } from '#tests/fuzz/invalidValues.ts'
import { anyOf, emptyWorld, PEOPLE, type World } from '#tests/fuzz/world.ts'
import { type SeededRandom, seededRandom } from '#tests/simulator/seededRandom.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

export interface Result {
  /** One sentence for each failed check. */
  failures: string[]
  requests: number
  /** The number of valid requests with a 2xx response. */
  succeeded: number
}

/** The number of requests between two checks of all trips and conversations. */
const CHECK_EVERY = 100
const MAX_CONCURRENT = 6
const PINO_ERROR = 50

type FuzzedProduct = Product<(typeof PEOPLE)[number]>
type Report = (failure: string) => void

/** @param requests the approximate number; the same seed sends the same requests */
export async function fuzz(seed: number, requests: number): Promise<Result> {
  const product = await startProduct({ people: PEOPLE, env: { RATE_LIMIT: '1000000' } })
  try {
    const ids = Object.fromEntries(PEOPLE.map((name) => [name, product.people[name].id]))
    return await run(product, emptyWorld(ids as World['ids']), seededRandom(seed), requests)
  } finally {
    await product.stop()
  }
}

async function run(
  product: FuzzedProduct,
  world: World,
  chance: SeededRandom,
  requests: number,
): Promise<Result> {
  const result: Result = { failures: [], requests: 0, succeeded: 0 }
  const report = (failure: string) =>
    void result.failures.push(`after ${result.requests} requests: ${failure}`)
  let lastCheck = 0
  while (result.requests < requests && result.failures.length === 0) {
    product.clock.forward(1000 + chance.below(20_000))
    const count = chance.is(0.15) ? 2 + chance.below(MAX_CONCURRENT) : 1
    const batch = Array.from({ length: count }, () =>
      keyedRequest(randomRequest(world, chance, count > 1), chance),
    )
    if (chance.is(0.3)) shareKey(batch)
    const membersBefore = batch.map(({ request }) => new Set(request.trip?.members))
    const responses = await Promise.all(batch.map((keyed) => send(product, keyed)))
    result.requests += count
    for (const [index, response] of responses.entries()) {
      const { request, isInvalid } = batch[index]!
      checkResponse(response, (failure) => report(`${describeRequest(request)}: ${failure}`))
      if (!isSuccess(response)) continue
      if (!isInvalid) result.succeeded++
      applyToWorld(request, response, world, report)
    }
    for (const [index, response] of responses.entries()) {
      const { request } = batch[index]!
      const isMember =
        !request.trip || membersBefore[index]!.has(request.who) || request.trip.members.has(request.who)
      if (isSuccess(response) && !isMember && !isPublicRequest(request))
        report(`${describeRequest(request)}: a stranger succeeded`)
    }
    // A repeat gets the first response again and changes nothing, or the next check fails.
    if (chance.is(0.1)) await repeat(product, chance.of(batch), responses, batch, report)
    if (result.requests - lastCheck < CHECK_EVERY && result.requests < requests) continue
    lastCheck = result.requests
    await checkWorld(product, world, chance, report).catch((error: unknown) => report(String(error)))
  }
  return result
}

const isSuccess = ({ status }: HttpResponse): boolean => status >= 200 && status < 300

const describeRequest = ({ who, method, path, body }: Request): string =>
  `${who} ${method} ${path} ${JSON.stringify(body)?.slice(0, 300) ?? ''}`

/** Concurrent requests are only reads and creates, because the order of other writes would change the expected state. */
function randomRequest(world: World, chance: SeededRandom, isConcurrent: boolean): Request {
  for (;;) {
    const request = nextRequest(world, chance)
    const isCreate = request.method === 'POST' && !/\/(invite|leave|organizer)$/.test(request.path)
    if (!isConcurrent || isCreate || request.method === 'GET') return request
  }
}

/** Gives several requests of one person the same key: at most one of them may create something. */
function shareKey([first, ...others]: readonly KeyedRequest[]): void {
  for (const other of others) if (other.request.who === first!.request.who) other.key = first!.key
}

interface KeyedRequest {
  request: Request
  key: string
  isInvalid: boolean
}

/** Adds a key, and makes one request in four invalid. */
function keyedRequest(request: Request, chance: SeededRandom): KeyedRequest {
  const key = chance.uuid()
  if (chance.is(0.75)) return { request, key, isInvalid: false }
  const { applySuccess: _, ...rest } = request
  const changesBody = request.body !== undefined && chance.is(0.7)
  const path = request.path.replace(/\/[^/?]+(?=[^/]*$)/, () => `/${unknownId(chance)}`)
  const invalid = changesBody
    ? { ...request, body: withInvalidValue(request.body, chance) }
    : { ...rest, path }
  if (chance.is(0.03)) return { request: { ...invalid, body: invalidValue(chance) }, key, isInvalid: true }
  return { request: invalid, key, isInvalid: true }
}

function send(
  product: FuzzedProduct,
  { request: { who, method, path, body }, key }: KeyedRequest,
): Promise<HttpResponse> {
  const options = method === 'GET' ? {} : { key, ...(body === undefined ? {} : { body }) }
  return product.as(who).send(method, path, options)
}

function checkResponse({ status, body, text }: HttpResponse, report: Report): void {
  if (status >= 500 || status === 0) report(`${status} ${text.slice(0, 200)}`)
  if (status < 400) return
  const { code, message, requestId } = body?.error ?? {}
  const hasReason = [body?.message, code, message, requestId].every((field) => typeof field === 'string')
  if (!hasReason) report(`${status} without a reason: ${text.slice(0, 200)}`)
  if (/\n\s+at |node:internal|\.ts:\d+/.test(text)) report(`a stack trace: ${text.slice(0, 200)}`)
}

/** Applies a success to the world. An invalid request may succeed where the invalid part is optional. */
function applyToWorld(request: Request, response: HttpResponse, world: World, report: Report): void {
  if (response.headers['idempotency-replayed'] === 'true') return
  if (response.status === 201) {
    const named = Object.entries(response.body as Record<string, { id?: string }>)
    const [noun, created] = named.find(([, field]) => field?.id) ?? []
    // One key sent to two endpoints at once creates both: a message and a chat then have the same id (docs/decisions/0009).
    const id = created && `${noun} ${created.id}`
    if (id && world.createdIds.has(id)) report(`${request.path} created ${id} again`)
    if (id) world.createdIds.add(id)
  }
  request.applySuccess?.(response)
}

async function repeat(
  product: FuzzedProduct,
  repeated: KeyedRequest,
  responses: readonly HttpResponse[],
  batch: readonly KeyedRequest[],
  report: Report,
): Promise<void> {
  const first = responses[batch.indexOf(repeated)]!
  if (repeated.request.method === 'GET' || first.status !== 201) return
  const second = await send(product, repeated)
  const { who, trip, path } = repeated.request
  // A person who has left meanwhile gets only the ids.
  if (trip && !trip.members.has(who)) return
  const isSame = second.status === first.status && JSON.stringify(second.body) === JSON.stringify(first.body)
  if (!isSame) report(`${who} repeated ${path}: ${first.text} and then ${second.status} ${second.text}`)
}

/**
 * Whether everybody may send this request: a GET of the list of trips, which has each person's own trips, or of a public
 * trip, whose outline is public. `keyedRequest` produces such paths by emptying the last part of a path.
 */
const isPublicRequest = ({ trip, method, path }: Request): boolean => {
  const pathname = path.replace(/\?.*$/, '').replace(/\/$/, '')
  return method === 'GET' && (pathname === '/trips' || (trip!.isPublic && pathname === `/trips/${trip!.id}`))
}

async function checkWorld(
  product: FuzzedProduct,
  world: World,
  chance: SeededRandom,
  report: Report,
): Promise<void> {
  for (const trip of world.trips.values()) {
    const reader = anyOf(trip.members, chance)
    if (reader) await checkTrip(trip, product.as(reader), report)
  }
  for (const conversation of world.conversations.values()) {
    const reader = anyOf(conversation.members, chance)
    if (reader) await checkConversation(conversation, product.as(reader), report)
  }
  for (const line of product.logLines)
    if ((JSON.parse(line) as { level: number }).level >= PINO_ERROR)
      report(`the log says ${line.slice(0, 500)}`)
}
