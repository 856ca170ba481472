// Binds an operation to its route: one line in a feature's list, and the refusal's name becomes status and text here.

import type { Refusal } from '#core/kernel/decider.ts'
import type { RefusalTable } from '#core/kernel/refusals.ts'
import { tell } from '#core/kernel/refusals.ts'
import type { AnyOperation, OperateDeps } from '#core/store/operate.ts'
import { operate } from '#core/store/operate.ts'
import { HttpError } from '#api/platform/httpError.ts'
import type { Reply, Route, SignedIn } from '#api/platform/route.ts'
import { signedIn } from '#api/platform/route.ts'

export function bind(of: AnyOperation, deps: OperateDeps): Route {
  return signedIn(of.call, (incoming) => run(of, deps, incoming))
}

/** One call of an operation, answered. @throws HttpError where it is refused */
export async function run(of: AnyOperation, deps: OperateDeps, incoming: SignedIn): Promise<Reply> {
  const { params, body, by, key, requestId, ifMatch } = incoming
  const outcome = await operate(deps, of, { params, body, by, key, requestId, ifMatch })
  if (outcome.refusal) throw refused(outcome.refusal, of.refusals)
  const { answer, position, replayed } = outcome
  return { body: answer, position, ...(replayed ? { headers: { 'Idempotency-Replayed': 'true' } } : {}) }
}

/** A refusal as the caller is told of it. */
export function refused(refusal: Refusal, table: RefusalTable): HttpError {
  const { status, code, message, fields, revision } = tell(refusal, table)
  return new HttpError(status, code, message, {
    ...(fields ? { fields } : {}),
    ...(revision === undefined ? {} : { revision, headers: { ETag: `"${revision}"` } }),
    ...(status === 503 ? { headers: { 'Retry-After': '1' } } : {}),
  })
}
