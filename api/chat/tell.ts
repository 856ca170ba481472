// A command of a conversation answers in full: what it made, or what it found there already, which is 200, not 201.
// Where its own facts do not say it all, the answer waits for the read side, which has the counts and the people.

import type { Told } from '#core/chat/operations.ts'
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
    const outcome = await operate<Told>(deps, of, { params, body, by, key, requestId, ifMatch })
    if (outcome.refusal) throw refused(outcome.refusal, of.refusals)
    const { answer, replayed, changed } = outcome
    const position = outcome.position === START ? await deps.head() : outcome.position
    return {
      body: 'body' in answer ? answer.body : await shown(answer.show.id, position, incoming),
      position,
      ...(!changed && of.call.status === 201 ? { status: 200 } : {}),
      ...(replayed ? { headers: { 'Idempotency-Replayed': 'true' } } : {}),
    }
  })

  async function shown(id: string, position: string, incoming: SignedIn): Promise<object> {
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
