// The text for a failed request of a trip's chat: the server's own, else that of the status, else that of the action
// (spec §8).

import type { RequestFailure } from '#web/chat/engine/chatState.ts'
import { Refused, Unreachable, NO_REASON } from '#web/platform/http/http.ts'

const byStatus: Readonly<Record<number, string>> = {
  400: 'Invalid request data',
  401: 'Authentication required',
  403: 'Access denied',
  404: 'Trip chat not found',
  409: 'Conflict - operation cannot be completed',
  500: 'Server error occurred',
}

/** @param action 'Failed to create trip chat' */
export const tripChatFailure = (action: string, error: unknown): string =>
  tripChatText(action, toRequestFailure(error))

export const tripChatText = (action: string, { status, message }: RequestFailure): string =>
  message ?? byStatus[status ?? 0] ?? action

export function toRequestFailure(error: unknown): RequestFailure {
  if (error instanceof Refused)
    return { status: error.status, message: error.code === NO_REASON ? null : error.message }
  if (!(error instanceof Unreachable) || !error.response) return { status: null, message: null }
  const { hasReason, status } = error.response
  return { status, message: hasReason ? error.message : null }
}
