// A command of a conversation answers what the read side shows of it: the message with its place, the conversation
// with its counts. So the answer waits for the read side, and what was there already is 200, not 201.

import { START } from '#core/store/eventStore.ts'
import type { AnyOperation } from '#core/store/operate.ts'
import { operate } from '#core/store/operate.ts'
import type { ChatDeps } from '#api/chat/chatDeps.ts'
import { refused } from '#api/platform/bind.ts'
import { HttpError } from '#api/platform/httpError.ts'
import type { Reply, Route, SignedIn } from '#api/platform/route.ts'
import { signedIn } from '#api/platform/route.ts'

const SHOWN_WITHIN_MS = 2000

/** @param show what the caller is told of the thing with this id; null where there is none (any more). */
export function bindAndShow(
  of: AnyOperation,
  deps: ChatDeps,
  show: (id: string, incoming: SignedIn) => Promise<object | null>,
): Route {
  return signedIn(of.call, async (incoming): Promise<Reply> => {
    const { params, body, by, key, requestId, ifMatch } = incoming
    const outcome = await operate(deps, of, { params, body, by, key, requestId, ifMatch })
    if (outcome.refusal) throw refused(outcome.refusal, of.refusals)
    const { answer, position, replayed, changed } = outcome
    const until = position === START ? await deps.head() : position
    if (!(await deps.reached(until, SHOWN_WITHIN_MS))) throw behind()
    const shown = await show((answer as { id: string }).id, incoming)
    if (!shown) throw new HttpError(404, 'NOT_FOUND', 'Not found')
    return {
      body: shown,
      position: until,
      ...(!changed && of.call.status === 201 ? { status: 200 } : {}),
      ...(replayed ? { headers: { 'Idempotency-Replayed': 'true' } } : {}),
    }
  })
}

/** It is written: the same request again finds it. */
const behind = () =>
  new HttpError(503, 'UNAVAILABLE', 'This takes a moment longer. Please try again.', {
    headers: { 'Retry-After': '1' },
  })
