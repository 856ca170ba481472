// The route of an operation: runs it and turns its outcome into a response.

import type { Refusal } from '#core/kernel/decider.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { parseBody } from '#core/kernel/parseBody.ts'
import { toRefusalResponse, type RefusalTable } from '#core/kernel/refusalResponse.ts'
import type { AcceptedOutcome, CommandOutcome } from '#core/store/command.ts'
import { executeOperation, type AnyOperation, type OperationDeps } from '#core/store/operation.ts'
import { HttpError } from '#api/platform/http/httpError.ts'
import {
  type ApiResponse,
  type Route,
  type AuthenticatedRequest,
  authenticatedRoute,
} from '#api/platform/http/route.ts'

/** Replaces parts of the response to an accepted command. */
export type Respond<ResponseBody> = (
  outcome: AcceptedOutcome<ResponseBody>,
  incoming: AuthenticatedRequest,
) => Promise<ApiResponse>

export function operationRoute<ResponseBody>(
  operation: AnyOperation<ResponseBody>,
  deps: OperationDeps,
  respond?: Respond<ResponseBody>,
): Route {
  return authenticatedRoute(operation.endpoint, (incoming) =>
    runOperation(operation, deps, incoming, respond),
  )
}

/** @throws HttpError for a refusal */
export async function runOperation<ResponseBody>(
  operation: AnyOperation<ResponseBody>,
  deps: OperationDeps,
  incoming: AuthenticatedRequest,
  respond?: Respond<ResponseBody>,
): Promise<ApiResponse> {
  const { params, body, by, key, requestId, ifMatch } = incoming
  const outcome = await executeOperation(deps, operation, { params, body, by, key, requestId, ifMatch })
  const accepted = acceptedOf(outcome, operation.refusals)
  return { ...toApiResponse(accepted), ...(await respond?.(accepted, incoming)) }
}

/**
 * Runs an operation that does as much as one append may hold, again until there is nothing left for it. Each part has a key
 * of its own, so that a retry continues what a crash interrupted.
 * @throws HttpError for a refusal; Error for an operation that does not end
 */
export async function runInParts<ResponseBody>(
  operation: AnyOperation<ResponseBody>,
  deps: OperationDeps,
  incoming: AuthenticatedRequest,
): Promise<ApiResponse> {
  const response = await runOperation(operation, deps, incoming)
  for (let part = 1; part < MAX_PARTS; part++) {
    const { params, body, by, requestId } = incoming
    const key = idFrom(incoming.key, String(part))
    const outcome = await executeOperation(deps, operation, { params, body, by, key, requestId })
    if (outcome.refusal?.refused === 'NotFound') return response
    response.position = acceptedOf(outcome, operation.refusals).position
  }
  throw new Error(`${operation.type} has not ended after ${MAX_PARTS} parts`)
}

/** About 500 MB. An operation that needs more would append events without end. */
const MAX_PARTS = 1000

/** @throws HttpError for a refusal */
export function acceptedOf<ResponseBody>(
  outcome: CommandOutcome<ResponseBody>,
  table: RefusalTable,
): AcceptedOutcome<ResponseBody> {
  if (outcome.refusal) throw toHttpError(outcome.refusal, table)
  return outcome
}

/** For a route that is no operation. @throws HttpError 400 */
export function parsedBody<Body>(schema: Parameters<typeof parseBody<Body>>[0], body: unknown): Body {
  const result = parseBody(schema, body)
  if ('refused' in result) throw toHttpError(result, {})
  return result.value
}

export function toApiResponse({ response, position, replayed }: AcceptedOutcome<unknown>): ApiResponse {
  return { body: response, position, ...(replayed ? { headers: { 'Idempotency-Replayed': 'true' } } : {}) }
}

export function toHttpError(refusal: Refusal, table: RefusalTable): HttpError {
  const { status, code, message, fields, revision } = toRefusalResponse(refusal, table)
  return new HttpError(status, code, message, {
    ...(fields ? { fields } : {}),
    ...(revision === undefined ? {} : { revision, headers: { ETag: `"${revision}"` } }),
    ...(status === 503 ? { headers: { 'Retry-After': '1' } } : {}),
  })
}
