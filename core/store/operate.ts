// An operation is one command of the product, whole: its call, who may, what the body must be, the stream it
// touches, the rule that decides and what the caller is told. `operate` runs it: server and demo are thin around it.

import * as v from 'valibot'
import type { Call, Params } from '#core/kernel/call.ts'
import { filled } from '#core/kernel/call.ts'
import type { Decision, Fact, RecordedOf, Refusal } from '#core/kernel/decider.ts'
import { refuse } from '#core/kernel/decider.ts'
import type { Sha256 } from '#core/kernel/ids.ts'
import { digestOf, idFrom, isUuid, newIdOf } from '#core/kernel/ids.ts'
import type { RefusalTable } from '#core/kernel/refusals.ts'
import { invalid, notFound } from '#core/kernel/refusals.ts'
import type { World } from '#core/kernel/world.ts'
import type { Handle, Outcome } from '#core/store/handle.ts'
import type { StreamKind } from '#core/store/kept.ts'
import type { Reader } from '#core/store/reader.ts'

/** The signed-in person. */
export interface Person {
  id: string
  username: string
}

/** What every step of an operation is given. */
export interface Request {
  /** Those of the path; where the operation is about a `thing`, with its own id and its `tripId`. */
  params: Params
  /** The body before its schema saw it. */
  raw: unknown
  by: Person
  /** RFC 3339 UTC. */
  now: string
  /** What a create makes gets this id (decisions §3). */
  newId: string
  /** The id of what this person makes under another name than the command's key. */
  idOf(name: string): string
  key: string
  requestId: string
  ifMatch?: number | undefined
  world: World
}

/**
 * Where an expense, an invitation or another thing stands that has an id of its own; null for none. Also found by the
 * id which clients gave it that did not know of streams in ids yet, so it says the id again.
 */
export type Locate = (thingId: string) => Promise<{ tripId: string; id: string } | null>

export interface Operation<State, Command extends { type: string }, F extends Fact, Known, Body, Answer> {
  /** What metrics and the log call it as well. */
  type: Command['type']
  call: Call
  // oxlint-disable-next-line no-explicit-any
  kind: StreamKind<State, any, F> & { decide(command: Command, state: State): Decision<F> }
  /** The path's parameter that holds the id of a thing whose trip the path does not name. */
  thing?: string
  /** The id of the stream. */
  stream(request: Request): string
  /** What other streams know, read fresh; `own` is the state of the operation's own stream. */
  known(request: Request, reader: Reader, own: State): Promise<Known> | Known
  /** Existence and relation (404, 403), then role (403). */
  may(request: Request, known: Known, own: State): Refusal | null
  /**
   * Whether a GET would show them now what the answer tells: asked of a repeat, whose answer is made of more than the
   * command's own facts. Absent where it is not.
   */
  mayRead?(request: Request, known: Known, reader: Reader): Promise<Refusal | null> | Refusal | null
  /** The contract's schema of the body; absent where there is none. */
  body?(request: Request, known: Known, own: State): v.GenericSchema<unknown, Body>
  /** What the decider is given beside the type, once all above agreed. */
  command(request: Request & { body: Body }, known: Known, own: State): Omit<Command, 'type'>
  /** Runs after the rules agreed and before the facts are written; must be safe to repeat. */
  prepare?(request: Request & { body: Body }, known: Known, handle: Handle): Promise<void>
  answer(request: Request, known: Known, own: State, facts: readonly RecordedOf<F>[]): Answer
  refusals: RefusalTable
  /** Fields of the body that must be able to vanish: left out of the digest, which stays in the log for good. */
  forgettable?: readonly string[]
}

// oxlint-disable-next-line no-explicit-any
export type AnyOperation = Operation<any, any, any, any, any, any>

export interface OperateDeps {
  handle: Handle
  locate: Locate
  /** The stream in which a command made something with the key of this `idFrom`, as far as is known at once. */
  madeIn(keyId: string): Promise<string | null>
  world: World
  /** Milliseconds since 1970. */
  clock(): number
  sha256?: Sha256
}

/** One call of an operation, as it came in. */
export interface Invocation {
  params: Params
  body: unknown
  by: Person
  /** The idempotency key, a UUID. */
  key: string
  requestId: string
  ifMatch?: number | undefined
}

/** Whatever is wrong with what came in is an outcome. @throws StoreUnavailable, and what a rule throws by mistake */
export async function operate<Answer>(
  { handle, locate, madeIn, world, clock, sha256 }: OperateDeps,
  // oxlint-disable-next-line no-explicit-any
  of: Operation<any, any, any, any, any, Answer>,
  { params: given, body, by, key, requestId, ifMatch }: Invocation,
): Promise<Outcome<Answer>> {
  if (!isUuid(key)) return { refusal: invalid({ 'Idempotency-Key': 'The idempotency key must be a UUID' }) }
  const now = new Date(clock()).toISOString()
  const idOf = (name: string) => idFrom(by.id, name, sha256)
  const place = of.thing === undefined ? undefined : await locate(given[of.thing]!)
  if (place === null) return { refusal: notFound() }
  const params = place ? { ...given, tripId: place.tripId, [of.thing!]: place.id } : given
  const newId = newIdOf(of.call, params, by.id, key, sha256)
  const request: Request = { params, raw: body, by, now, newId, idOf, key, requestId, ifMatch, world }
  const id = of.stream(request)
  // The answer is computed in the same turn as the decision, or, for a repeat, without one.
  let known: unknown
  let isWithheld = false
  return handle(of.kind, id, {
    command: of.type,
    actor: by.id,
    at: now,
    key,
    digest: digestOf(
      of.call.method,
      filled(of.call.path, given),
      without(of.forgettable, body ?? null),
      sha256,
    ),
    requestId,
    async decide(own, reader) {
      const before = of.call.method === 'POST' ? await madeIn(idOf(key)) : null
      if (before !== null && before !== of.kind.prefix + id) return refuse('KeyReused')
      known = await of.known(request, reader, own)
      const refusal = of.may(request, known, own)
      if (refusal) return refusal
      const parsed = of.body ? parse(of.body(request, known, own), body) : parse(noBody, body ?? {})
      if ('refused' in parsed) return parsed
      const whole = { ...request, body: parsed.value }
      const decision = of.kind.decide({ ...of.command(whole, known, own), type: of.type }, own)
      if (!('refused' in decision)) await of.prepare?.(whole, known, handle)
      return decision
    },
    async known(own, reader) {
      known = await of.known(request, reader, own)
      isWithheld = (await of.mayRead?.(request, known, reader)) != null
    },
    answer(own, facts) {
      const answer = of.answer(request, known, own, facts as never)
      return isWithheld ? (onlyIds(answer) as Answer) : answer
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
export function parse<Body>(
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
