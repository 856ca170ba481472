// Responds to a command of a conversation with the message or conversation that it created or that existed. A body that
// the command's own events do not contain is read from the read models, once they include those events. The status is
// 200 instead of 201 when the command changed nothing.

import type { ChatResponse } from '#core/chat/conversationContext.ts'
import { READ_YOUR_WRITES_MS } from '#core/kernel/limits.ts'
import { START } from '#core/store/eventStore.ts'
import type { ChatDeps } from '#api/chat/chatDeps.ts'
import { HttpError, unavailable } from '#api/platform/httpError.ts'
import type { Respond } from '#api/platform/operationRoute.ts'
import type { AuthenticatedRequest } from '#api/platform/route.ts'

/** @param find the response body for this id; null when it does not exist (any more) */
export function respondFromReadModel(
  deps: ChatDeps,
  find: (id: string, incoming: AuthenticatedRequest) => Promise<object | null>,
): Respond<ChatResponse> {
  return async ({ response, position: written, changed }, incoming) => {
    const position = written === START ? await deps.head() : written
    const body = 'body' in response ? response.body : await read(response.id, position, incoming)
    return { body, position, ...(changed ? {} : { status: 200 }) }
  }

  async function read(id: string, position: string, incoming: AuthenticatedRequest): Promise<object> {
    // The command is written: a retry with the same key finds it.
    if (!(await deps.waitForPosition(position, READ_YOUR_WRITES_MS)))
      throw unavailable('This takes a moment longer. Please try again.')
    const body = await find(id, incoming)
    if (!body) throw new HttpError(404, 'NOT_FOUND', 'Not found')
    return body
  }
}
