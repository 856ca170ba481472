// A command of a conversation answers in full: what it made, or what it found there already, which is 200, not 201.
// Where its own events do not say it all, the answer waits for the read side, which has the counts and the people.

import type { ChatResponse } from '#core/chat/operations.ts'
import { START } from '#core/store/eventStore.ts'
import type { AnyOperation } from '#core/store/operation.ts'
import { executeOperation } from '#core/store/operation.ts'
import type { ChatDeps } from '#api/chat/chatDeps.ts'
import { toHttpError } from '#api/platform/operationRoute.ts'
import { HttpError } from '#api/platform/httpError.ts'
import type { ApiResponse, Route, AuthenticatedRequest } from '#api/platform/route.ts'
import { authenticatedRoute } from '#api/platform/route.ts'

const SHOWN_WITHIN_MS = 2000

/** @param show what the caller is told of the thing with this id; null where there is none (any more). */
export function bindAndShow(
  of: AnyOperation,
  deps: ChatDeps,
  show: (id: string, incoming: AuthenticatedRequest) => Promise<object | null>,
): Route {
  return authenticatedRoute(of.endpoint, async (incoming): Promise<ApiResponse> => {
    const { params, body, by, key, requestId, ifMatch } = incoming
    const outcome = await executeOperation<ChatResponse>(deps, of, {
      params,
      body,
      by,
      key,
      requestId,
      ifMatch,
    })
    if (outcome.refusal) throw toHttpError(outcome.refusal, of.refusals)
    const { response, replayed, changed } = outcome
    const position = outcome.position === START ? await deps.head() : outcome.position
    return {
      body: 'body' in response ? response.body : await shown(response.show.id, position, incoming),
      position,
      ...(!changed && of.endpoint.status === 201 ? { status: 200 } : {}),
      ...(replayed ? { headers: { 'Idempotency-Replayed': 'true' } } : {}),
    }
  })

  async function shown(id: string, position: string, incoming: AuthenticatedRequest): Promise<object> {
    if (!(await deps.reached(position, SHOWN_WITHIN_MS))) throw behind()
    const found = await show(id, incoming)
    if (!found) throw new HttpError(404, 'NOT_FOUND', 'Not found')
    return found
  }
}

/** It is written: the same request again finds it. */
const behind = () =>
  new HttpError(503, 'UNAVAILABLE', 'This takes a moment longer. Please try again.', {
    headers: { 'Retry-After': '1' },
  })
