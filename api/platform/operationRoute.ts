// Binds an operation to its route: one line in a feature's list, and the refusal's name becomes status and text here.

import type { Refusal } from '#core/kernel/decider.ts'
import type { RefusalTable } from '#core/kernel/refusals.ts'
import { toRefusalResponse } from '#core/kernel/refusals.ts'
import type { AnyOperation, OperationDeps } from '#core/store/operation.ts'
import { executeOperation } from '#core/store/operation.ts'
import { HttpError } from '#api/platform/httpError.ts'
import type { ApiResponse, Route, AuthenticatedRequest } from '#api/platform/route.ts'
import { authenticatedRoute } from '#api/platform/route.ts'

export function operationRoute(of: AnyOperation, deps: OperationDeps): Route {
  return authenticatedRoute(of.endpoint, (incoming) => runOperation(of, deps, incoming))
}

/** One call of an operation, answered. @throws HttpError where it is refused */
export async function runOperation(
  of: AnyOperation,
  deps: OperationDeps,
  incoming: AuthenticatedRequest,
): Promise<ApiResponse> {
  const { params, body, by, key, requestId, ifMatch } = incoming
  const outcome = await executeOperation(deps, of, { params, body, by, key, requestId, ifMatch })
  if (outcome.refusal) throw toHttpError(outcome.refusal, of.refusals)
  const { response, position, replayed } = outcome
  return { body: response, position, ...(replayed ? { headers: { 'Idempotency-Replayed': 'true' } } : {}) }
}

/** A refusal as the caller is told of it. */
export function toHttpError(refusal: Refusal, table: RefusalTable): HttpError {
  const { status, code, message, fields, revision } = toRefusalResponse(refusal, table)
  return new HttpError(status, code, message, {
    ...(fields ? { fields } : {}),
    ...(revision === undefined ? {} : { revision, headers: { ETag: `"${revision}"` } }),
    ...(status === 503 ? { headers: { 'Retry-After': '1' } } : {}),
  })
}
