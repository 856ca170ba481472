// An operation is one command of the product, whole: its call, who may, what the body must be, the stream it
// touches, the rule that decides and what the caller is told. `operate` runs it: server and demo are thin around it.

import * as v from 'valibot'
import type { Call, Params } from '#core/kernel/call.ts'
import type { Decision, Fact, RecordedOf, Refusal } from '#core/kernel/decider.ts'
import { refuse } from '#core/kernel/decider.ts'
import type { Sha256 } from '#core/kernel/ids.ts'
import { digestOf, idFrom, isUuid } from '#core/kernel/ids.ts'
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
  locate: Locate
}

/** Which trip an expense, an invitation or another thing with an id of its own belongs to; null for none. */
export type Locate = (thingId: string) => Promise<string | null>

export interface Operation<State, Command, F extends Fact, Known, Body, Answer> {
  call: Call
  // oxlint-disable-next-line no-explicit-any
  kind: StreamKind<State, any, F> & { decide(command: Command, state: State): Decision<F> }
  /** The id of the stream; null when the path names nothing that exists. */
  stream(request: Request, locate: Locate): Promise<string | null> | string
  /** What other streams know, read fresh; `own` is the state of the operation's own stream. */
  known(request: Request, reader: Reader, own: State): Promise<Known> | Known
  /** Existence and relation (404, 403), then role (403). */
  may(request: Request, known: Known, own: State): Refusal | null
  /** The contract's schema of the body; absent where there is none. */
  body?(request: Request, known: Known, own: State): v.GenericSchema<unknown, Body>
  /** The command for the decider, once all above agreed. */
  command(request: Request & { body: Body }, known: Known, own: State): Command
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
  /** The stream in which there is a thing of this id already, as far as is known at once. */
  placed(thingId: string): Promise<string | null>
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
  { handle, locate, placed, world, clock, sha256 }: OperateDeps,
  // oxlint-disable-next-line no-explicit-any
  of: Operation<any, any, any, any, any, Answer>,
  { params, body, by, key, requestId, ifMatch }: Invocation,
): Promise<Outcome<Answer>> {
  if (!isUuid(key)) return { refusal: invalid({ 'Idempotency-Key': 'The idempotency key must be a UUID' }) }
  const now = new Date(clock()).toISOString()
  const idOf = (name: string) => idFrom(by.id, name, sha256)
  const newId = idOf(key)
  const request: Request = { params, raw: body, by, now, newId, idOf, key, requestId, ifMatch, world, locate }
  const id = await of.stream(request, locate)
  if (id === null) return { refusal: notFound() }
  const path = of.call.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  // The answer is computed in the same turn as the decision, or, for a repeat, without one.
  let known: unknown
  return handle(of.kind, id, {
    actor: by.id,
    at: now,
    key,
    digest: digestOf(of.call.method, path, without(of.forgettable, body ?? null), sha256),
    requestId,
    async decide(own, reader) {
      // What a POST makes has an id of person and key: on another stream this key would make a second one.
      const before = of.call.method === 'POST' ? await placed(newId) : null
      if (before !== null && before !== of.kind.prefix + id) return refuse('KeyReused')
      known = await of.known(request, reader, own)
      const refusal = of.may(request, known, own)
      if (refusal) return refusal
      const parsed = of.body ? parse(of.body(request, known, own), body) : parse(noBody, body ?? {})
      if ('refused' in parsed) return parsed
      const whole = { ...request, body: parsed.value }
      const decision = of.kind.decide(of.command(whole, known, own), own)
      if (!('refused' in decision)) await of.prepare?.(whole, known, handle)
      return decision
    },
    known: async (own, reader) => void (known = await of.known(request, reader, own)),
    answer: (own, facts) => of.answer(request, known, own, facts as never),
  })
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
