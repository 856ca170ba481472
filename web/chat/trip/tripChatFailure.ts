// What is said of a trip's chats that could not be read or changed: the server's own words; else what its answer
// means; else what was tried (spec §8).

import { Refused, Unreachable, UNTOLD } from '#web/platform/http.ts'

export type TripChatAction =
  | 'Failed to fetch trip chats'
  | 'Failed to create trip chat'
  | 'Failed to update trip chat'
  | 'Failed to delete trip chat'
  | 'Failed to fetch trip chat messages'
  | 'Failed to send message'
  | 'Failed to mark chat as read'

const byStatus: Readonly<Record<number, string>> = {
  400: 'Invalid request data',
  401: 'Authentication required',
  403: 'Access denied',
  404: 'Trip chat not found',
  409: 'Conflict - operation cannot be completed',
  500: 'Server error occurred',
}

export function tripChatFailure(action: TripChatAction, error: unknown): string {
  if (error instanceof Refused)
    return error.code === UNTOLD ? (byStatus[error.status] ?? action) : error.message
  if (!(error instanceof Unreachable) || !error.answered) return action
  const { isTold, status } = error.answered
  return isTold ? error.message : (byStatus[status] ?? action)
}
