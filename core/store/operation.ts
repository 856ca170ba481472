// An operation is one command of the product with its endpoint, permissions, body schema, stream, rule and response.
// The server's routes and the demo both run it with `executeOperation`.

import * as v from 'valibot'
import { fillPath, type Endpoint, type Params } from '#core/kernel/endpoint.ts'
import {
  type Decision,
  type DomainEvent,
  type RecordedEventOf,
  type Refusal,
  refuse,
} from '#core/kernel/decider.ts'
import { digestOf, idFrom, isUuid, newIdOf, type Sha256 } from '#core/kernel/ids.ts'
import { parseBody } from '#core/kernel/parseBody.ts'
import { invalid, notFound } from '#core/kernel/refusals.ts'
import type { UserNames } from '#core/kernel/personName.ts'
import type { RefusalTable } from '#core/kernel/refusalResponse.ts'
import type { Lookups } from '#core/kernel/lookups.ts'
import type { HandleCommand, CommandOutcome } from '#core/store/command.ts'
import type { StreamType } from '#core/store/streamType.ts'
import type { StreamReader } from '#core/store/streamReader.ts'

/** The signed-in person. */
export interface Actor extends UserNames {
  id: string
  /** Has no password yet: does only what concerns its trips. */
  isProvisional?: true
}

/** The request, as every step of an operation receives it. */
export interface OperationRequest {
  /** The path's parameters; for an operation with `entityParam` also the entity's current id and `tripId`. */
  params: Params
  raw: unknown
  by: Actor
  /** RFC 3339 UTC. */
  now: string
  /** The id of the entity that the command creates (docs/decisions.md §3). */
  newId: string
  /** The id of an entity that this person creates under another name than the command's key. */
  idOf(name: string): string
  key: string
  requestId: string
  ifMatch?: number | undefined
  lookups: Lookups
}

/**
 * Finds the trip of an entity that has an id of its own; null for none. Older clients used ids that did not include the
 * stream, so the result also has the entity's current id.
 */
export type FindEntity = (entityId: string) => Promise<{ tripId: string; id: string } | null>

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
  /** The path's parameter with the id of an entity, for a path that does not name the trip. */
  entityParam?: string
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
  /**
   * Runs after the rules have accepted and before the events are written; must be safe to repeat. A refusal is that of
   * the operation.
   */
  prepare?(
    request: OperationRequest & { body: Body },
    context: Context,
    handleCommand: HandleCommand,
  ): Promise<Refusal | null>
  /**
   * Runs after a refusal: an earlier attempt may have been prepared, and its events refused by the store because another
   * node had changed the stream. Must be safe to repeat.
   */
  undoPrepare?(
    request: OperationRequest,
    context: Context,
    own: State,
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
  findEntity: FindEntity
  /** The stream in which a command with this key (as `idFrom`) created an entity, if the read models include it. */
  streamOfKey(keyId: string): Promise<string | null>
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
  { handleCommand, findEntity, streamOfKey, lookups, clock, sha256 }: OperationDeps,
  operation: AnyOperation<ResponseBody>,
  { params: pathParams, body, by, key, requestId, ifMatch }: Invocation,
): Promise<CommandOutcome<ResponseBody>> {
  if (!isUuid(key)) return { refusal: invalid({ 'Idempotency-Key': 'The idempotency key must be a UUID' }) }
  const { endpoint, streamType, entityParam } = operation
  const now = new Date(clock()).toISOString()
  const idOf = (name: string) => idFrom(by.id, name, sha256)
  const entity = entityParam === undefined ? undefined : await findEntity(pathParams[entityParam]!)
  if (entity === null) return { refusal: notFound() }
  const params = entity ? { ...pathParams, tripId: entity.tripId, [entityParam!]: entity.id } : pathParams
  const newId = newIdOf(endpoint, params, by.id, key, sha256)
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
  const id = operation.streamId(request)
  // `toResponse` runs right after `decide`, or after `load` for a retry, so these belong to this request.
  let context: unknown
  let isWithheld = false
  return handleCommand(streamType, id, {
    command: operation.type,
    actor: by.id,
    at: now,
    key,
    digest: digestOf(
      endpoint.method,
      fillPath(endpoint.path, pathParams),
      without(operation.erasableFields, body ?? null),
      sha256,
    ),
    requestId,
    async decide(own, reader) {
      const earlierStream = endpoint.method === 'POST' ? await streamOfKey(idOf(key)) : null
      if (earlierStream !== null && earlierStream !== streamType.prefix + id) return refuse('KeyReused')
      context = await operation.load(request, reader, own)
      const decision = await decideLoaded(own)
      if ('refused' in decision) await operation.undoPrepare?.(request, context, own, handleCommand)
      return decision
    },
    async load(own, reader) {
      context = await operation.load(request, reader, own)
      isWithheld = (await operation.authorizeRead?.(request, context, reader)) != null
    },
    toResponse(own, events) {
      const response = operation.toResponse(request, context, own, events as never)
      return isWithheld ? (onlyIds(response) as ResponseBody) : response
    },
  })

  async function decideLoaded(own: unknown): Promise<Decision<DomainEvent>> {
    const refusal = operation.authorize(request, context, own)
    if (refusal) return refusal
    const parsed = operation.schema
      ? parseBody(operation.schema(request, context, own), body)
      : parseBody(noBody, body ?? {})
    if ('refused' in parsed) return parsed
    const parsedRequest = { ...request, body: parsed.value }
    const command = { ...operation.toCommand(parsedRequest, context, own), type: operation.type }
    const decision = streamType.decide(command, own)
    if ('refused' in decision) return decision
    return (await operation.prepare?.(parsedRequest, context, handleCommand)) ?? decision
  }
}

/** Reduces the response to a retry to its ids, for somebody who may no longer read the rest. */
function onlyIds(response: unknown): unknown {
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return undefined
  const ids = Object.entries(response).map(([name, value]) => [name, name === 'id' ? value : onlyIds(value)])
  return Object.fromEntries(ids.filter(([, value]) => hasIds(value)))
}

const hasIds = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined

function without(fields: readonly string[] | undefined, body: unknown): unknown {
  if (!fields || typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)))
}

/** For an operation without a body: no body and an empty object are the same, any key is an unknown field. */
const noBody = v.pipe(
  v.strictObject({}),
  v.transform(() => undefined),
)
