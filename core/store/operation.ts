// An operation is one command of the product, whole: its call, who may, what the body must be, the stream it
// touches, the rule that decides and what the caller is told. `operate` runs it: server and demo are thin around it.

import * as v from 'valibot'
import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import { fillPath } from '#core/kernel/endpoint.ts'
import type { Decision, DomainEvent, RecordedEventOf, Refusal } from '#core/kernel/decider.ts'
import { refuse } from '#core/kernel/decider.ts'
import type { Sha256 } from '#core/kernel/ids.ts'
import { digestOf, idFrom, isUuid, newIdOf } from '#core/kernel/ids.ts'
import type { RefusalTable } from '#core/kernel/refusals.ts'
import { invalid, notFound } from '#core/kernel/refusals.ts'
import type { Lookups } from '#core/kernel/lookups.ts'
import type { HandleCommand, CommandOutcome } from '#core/store/commandHandler.ts'
import type { StreamType } from '#core/store/streamCache.ts'
import type { StreamReader } from '#core/store/streamReader.ts'

/** The signed-in person. */
export interface Actor {
  id: string
  username: string
}

/** What every step of an operation is given. */
export interface OperationRequest {
  /** Those of the path; where the operation is about a `thing`, with its own id and its `tripId`. */
  params: Params
  /** The body before its schema saw it. */
  raw: unknown
  by: Actor
  /** RFC 3339 UTC. */
  now: string
  /** What a create makes gets this id (decisions §3). */
  newId: string
  /** The id of what this person makes under another name than the command's key. */
  idOf(name: string): string
  key: string
  requestId: string
  ifMatch?: number | undefined
  lookups: Lookups
}

/**
 * Where an expense, an invitation or another thing stands that has an id of its own; null for none. Also found by the
 * id which clients gave it that did not know of streams in ids yet, so it says the id again.
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
  /** What metrics and the log call it as well. */
  type: Command['type']
  endpoint: Endpoint
  // oxlint-disable-next-line no-explicit-any
  streamType: StreamType<State, any, E> & { decide(command: Command, state: State): Decision<E> }
  /** The path's parameter that holds the id of a thing whose trip the path does not name. */
  itemParam?: string
  /** The id of the stream. */
  streamId(request: OperationRequest): string
  /** What other streams know, read fresh; `own` is the state of the operation's own stream. */
  load(request: OperationRequest, reader: StreamReader, own: State): Promise<Context> | Context
  /** Existence and relation (404, 403), then role (403). */
  authorize(request: OperationRequest, context: Context, own: State): Refusal | null
  /**
   * Whether a GET would show them now what the answer tells: asked of a repeat, whose answer is made of more than the
   * command's own events. Absent where it is not.
   */
  authorizeRead?(
    request: OperationRequest,
    context: Context,
    reader: StreamReader,
  ): Promise<Refusal | null> | Refusal | null
  /** The contract's schema of the body; absent where there is none. */
  schema?(request: OperationRequest, context: Context, own: State): v.GenericSchema<unknown, Body>
  /** What the decider is given beside the type, once all above agreed. */
  toCommand(request: OperationRequest & { body: Body }, context: Context, own: State): Omit<Command, 'type'>
  /** Runs after the rules agreed and before the events are written; must be safe to repeat. */
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
  /** Fields of the body that must be able to vanish: left out of the digest, which stays in the log for good. */
  erasableFields?: readonly string[]
}

// oxlint-disable-next-line no-explicit-any
export type AnyOperation = Operation<any, any, any, any, any, any>

export interface OperationDeps {
  handleCommand: HandleCommand
  locateItem: LocateItem
  /** The stream in which a command made something with the key of this `idFrom`, as far as is context at once. */
  madeIn(keyId: string): Promise<string | null>
  lookups: Lookups
  /** Milliseconds since 1970. */
  clock(): number
  sha256?: Sha256
}

/** One call of an operation, as it came in. */
export interface Invocation {
  params: Params
  body: unknown
  by: Actor
  /** The idempotency key, a UUID. */
  key: string
  requestId: string
  ifMatch?: number | undefined
}

/** Whatever is wrong with what came in is an outcome. @throws StoreUnavailable, and what a rule throws by mistake */
export async function executeOperation<ResponseBody>(
  { handleCommand, locateItem, madeIn, lookups, clock, sha256 }: OperationDeps,
  // oxlint-disable-next-line no-explicit-any
  of: Operation<any, any, any, any, any, ResponseBody>,
  { params: given, body, by, key, requestId, ifMatch }: Invocation,
): Promise<CommandOutcome<ResponseBody>> {
  if (!isUuid(key)) return { refusal: invalid({ 'Idempotency-Key': 'The idempotency key must be a UUID' }) }
  const now = new Date(clock()).toISOString()
  const idOf = (name: string) => idFrom(by.id, name, sha256)
  const place = of.itemParam === undefined ? undefined : await locateItem(given[of.itemParam]!)
  if (place === null) return { refusal: notFound() }
  const params = place ? { ...given, tripId: place.tripId, [of.itemParam!]: place.id } : given
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
  // The answer is computed in the same turn as the decision, or, for a repeat, without one.
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

/** Reduces the answer to a repeat to its ids, for somebody who may no longer read the rest. */
function onlyIds(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return undefined
  const kept = Object.entries(answer).map(([name, value]) => [name, name === 'id' ? value : onlyIds(value)])
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined))
}

function without(fields: readonly string[] | undefined, body: unknown): unknown {
  if (!fields || typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)))
}

/** Where none is asked for, an empty object is none, and a key in it is as unknown as anywhere. */
const noBody = v.pipe(
  v.strictObject({}),
  v.transform(() => undefined),
)

/** The body by its schema, or 400 with one text for each field. */
export function parseBody<Body>(
  schema: v.GenericSchema<unknown, Body>,
  body: unknown,
): { value: Body } | Refusal {
  if (typeof body !== 'object' || body === null) return invalid({ body: 'The request needs a JSON body' })
  const result = v.safeParse(schema, withAbsent(schema, body))
  return result.success ? { value: result.output } : invalid(fieldsOf(result.issues))
}

// An absent key is given as undefined, so that its own schema says "… is required", not the object's "invalid key".
function withAbsent(schema: v.GenericSchema, body: object): object {
  const entries = (schema as { entries?: object }).entries
  if (!entries || Array.isArray(body)) return body
  const whole: Record<string, unknown> = { ...body }
  for (const key of Object.keys(entries)) if (!Object.hasOwn(whole, key)) whole[key] = undefined
  return whole
}

/** The first text for each field; a key nobody asked for is a field, too. */
function fieldsOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? 'body'
    const unknown = issue.type === 'strict_object' && issue.expected === 'never'
    fields[path] ??= unknown ? `Unknown field ${path}` : issue.message
  }
  return { ...fields }
}
