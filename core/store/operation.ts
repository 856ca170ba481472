// An operation is one command of the product with its endpoint, permissions, body schema, stream, rule and response.
// The server's routes and the demo both run it with `executeOperation`.

import * as v from 'valibot'
import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import { fillPath } from '#core/kernel/endpoint.ts'
import type { Decision, DomainEvent, RecordedEventOf, Refusal } from '#core/kernel/decider.ts'
import { refuse } from '#core/kernel/decider.ts'
import type { Sha256 } from '#core/kernel/ids.ts'
import { digestOf, idFrom, isUuid, newIdOf } from '#core/kernel/ids.ts'
import { parseBody } from '#core/kernel/parseBody.ts'
import type { RefusalTable } from '#core/kernel/refusals.ts'
import { invalid, notFound } from '#core/kernel/refusals.ts'
import type { Lookups } from '#core/kernel/lookups.ts'
import type { HandleCommand, CommandOutcome } from '#core/store/command.ts'
import type { StreamType } from '#core/store/streamCache.ts'
import type { StreamReader } from '#core/store/streamReader.ts'

/** The signed-in person. */
export interface Actor {
  id: string
  username: string
}

/** The request, as every step of an operation receives it. */
export interface OperationRequest {
  /** The path's parameters; for an operation with `itemParam` also the item's own id and `tripId`. */
  params: Params
  raw: unknown
  by: Actor
  /** RFC 3339 UTC. */
  now: string
  /** The id of the item that a create makes (docs/decisions.md §3). */
  newId: string
  /** The id of an item that this person makes under another name than the command's key. */
  idOf(name: string): string
  key: string
  requestId: string
  ifMatch?: number | undefined
  lookups: Lookups
}

/**
 * The trip of an item that has an id of its own; null for none. Older clients used ids without the stream in them, so
 * the current id of the item is part of the result.
 */
export type LocateItem = (thingId: string) => Promise<{ tripId: string; id: string } | null>

export interface Operation<
  State,
  Command extends { type: string },
  E extends DomainEvent,
  Context,
  Body,
  ResponseBody,
> {
  /** The name in metrics and in the log, too. */
  type: Command['type']
  endpoint: Endpoint
  // oxlint-disable-next-line no-explicit-any
  streamType: StreamType<State, any, E> & { decide(command: Command, state: State): Decision<E> }
  /** The path's parameter with the id of an item, for a path that does not name the trip. */
  itemParam?: string
  streamId(request: OperationRequest): string
  /** The context from other streams, read fresh; `own` is the state of the operation's own stream. */
  load(request: OperationRequest, reader: StreamReader, own: State): Promise<Context> | Context
  /** Checks existence and relation (404, 403), then role (403). */
  authorize(request: OperationRequest, context: Context, own: State): Refusal | null
  /**
   * Whether a GET would return the response's data to this person now: checked for a retry whose response contains more
   * than the command's own events.
   */
  authorizeRead?(
    request: OperationRequest,
    context: Context,
    reader: StreamReader,
  ): Promise<Refusal | null> | Refusal | null
  /** The contract's schema of the body; absent when there is no body. */
  schema?(request: OperationRequest, context: Context, own: State): v.GenericSchema<unknown, Body>
  /** The decider's command, once all checks have passed. */
  toCommand(request: OperationRequest & { body: Body }, context: Context, own: State): Omit<Command, 'type'>
  /** Runs after the rules have accepted and before the events are written; must be safe to repeat. */
  prepare?(
    request: OperationRequest & { body: Body },
    context: Context,
    handleCommand: HandleCommand,
  ): Promise<void>
  toResponse(
    request: OperationRequest,
    context: Context,
    own: State,
    events: readonly RecordedEventOf<E>[],
  ): ResponseBody
  refusals: RefusalTable
  /** Fields of the body that must be erasable: left out of the digest, which stays in the log for good. */
  erasableFields?: readonly string[]
}

// oxlint-disable-next-line no-explicit-any
export type AnyOperation<ResponseBody = any> = Operation<any, any, any, any, any, ResponseBody>

export interface OperationDeps {
  handleCommand: HandleCommand
  locateItem: LocateItem
  /** The stream in which a command with the key of this `idFrom` made an item, as far as the read models know. */
  madeIn(keyId: string): Promise<string | null>
  lookups: Lookups
  /** Milliseconds since 1970. */
  clock(): number
  sha256?: Sha256
}

export interface Invocation {
  params: Params
  body: unknown
  by: Actor
  /** The idempotency key, a UUID. */
  key: string
  requestId: string
  ifMatch?: number | undefined
}

/** An invalid request is an outcome. @throws StoreUnavailable, and an error that a rule throws */
export async function executeOperation<ResponseBody>(
  { handleCommand, locateItem, madeIn, lookups, clock, sha256 }: OperationDeps,
  of: AnyOperation<ResponseBody>,
  { params: given, body, by, key, requestId, ifMatch }: Invocation,
): Promise<CommandOutcome<ResponseBody>> {
  if (!isUuid(key)) return { refusal: invalid({ 'Idempotency-Key': 'The idempotency key must be a UUID' }) }
  const now = new Date(clock()).toISOString()
  const idOf = (name: string) => idFrom(by.id, name, sha256)
  const location = of.itemParam === undefined ? undefined : await locateItem(given[of.itemParam]!)
  if (location === null) return { refusal: notFound() }
  const params = location ? { ...given, tripId: location.tripId, [of.itemParam!]: location.id } : given
  const newId = newIdOf(of.endpoint, params, by.id, key, sha256)
  const request: OperationRequest = {
    params,
    raw: body,
    by,
    now,
    newId,
    idOf,
    key,
    requestId,
    ifMatch,
    lookups,
  }
  const id = of.streamId(request)
  // `toResponse` runs right after `decide`, or after `load` for a retry, so these belong to this request.
  let context: unknown
  let isWithheld = false
  return handleCommand(of.streamType, id, {
    command: of.type,
    actor: by.id,
    at: now,
    key,
    digest: digestOf(
      of.endpoint.method,
      fillPath(of.endpoint.path, given),
      without(of.erasableFields, body ?? null),
      sha256,
    ),
    requestId,
    async decide(own, reader) {
      const before = of.endpoint.method === 'POST' ? await madeIn(idOf(key)) : null
      if (before !== null && before !== of.streamType.prefix + id) return refuse('KeyReused')
      context = await of.load(request, reader, own)
      const refusal = of.authorize(request, context, own)
      if (refusal) return refusal
      const parsed = of.schema
        ? parseBody(of.schema(request, context, own), body)
        : parseBody(noBody, body ?? {})
      if ('refused' in parsed) return parsed
      const whole = { ...request, body: parsed.value }
      const decision = of.streamType.decide({ ...of.toCommand(whole, context, own), type: of.type }, own)
      if (!('refused' in decision)) await of.prepare?.(whole, context, handleCommand)
      return decision
    },
    async load(own, reader) {
      context = await of.load(request, reader, own)
      isWithheld = (await of.authorizeRead?.(request, context, reader)) != null
    },
    toResponse(own, events) {
      const answer = of.toResponse(request, context, own, events as never)
      return isWithheld ? (onlyIds(answer) as ResponseBody) : answer
    },
  })
}

/** Reduces the response to a retry to its ids, for somebody who may no longer read the rest. */
function onlyIds(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return undefined
  const ids = Object.entries(answer).map(([name, value]) => [name, name === 'id' ? value : onlyIds(value)])
  return Object.fromEntries(ids.filter(([, value]) => value !== undefined))
}

function without(fields: readonly string[] | undefined, body: unknown): unknown {
  if (!fields || typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)))
}

/** For an operation without a body: no body and an empty object are the same, any key is an unknown field. */
const noBody = v.pipe(
  v.strictObject({}),
  v.transform(() => undefined),
)
