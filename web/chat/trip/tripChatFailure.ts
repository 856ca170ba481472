// What is said of a trip's chats that could not be read or changed: the server's own words; else what its answer
// means; else what was tried (spec §8).

import { Refused, Unreachable, NO_REASON_GIVEN } from '#web/platform/http.ts'

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

/** What came back of a request that failed. */
export interface TripChatFailure {
  /** null where nothing came back. */
  status: number | null
  /** The server's own words; null where it had none. */
  message: string | null
}

export const tripChatFailure = (action: TripChatAction, error: unknown): string =>
  tripChatText(action, failureIn(error))

export const tripChatText = (action: TripChatAction, { status, message }: TripChatFailure): string =>
  message ?? byStatus[status ?? 0] ?? action

export function failureIn(error: unknown): TripChatFailure {
  if (error instanceof Refused)
    return { status: error.status, message: error.code === NO_REASON_GIVEN ? null : error.message }
  if (!(error instanceof Unreachable) || !error.answered) return { status: null, message: null }
  const { isTold, status } = error.answered
  return { status, message: isTold ? error.message : null }
}
