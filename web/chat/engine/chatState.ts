// The state that the chat's screens show. The engine alone writes it. Long lists and open conversations are replaced and
// never changed in place, so that a store which tracks changes can keep them by reference (`ChatPorts.byReference`).

import type { ConversationResponse } from '#core/chat/contract.ts'
import type { ConnectionState } from '#web/chat/engine/live/connection.ts'
import type { UserPresence } from '#web/chat/engine/live/presence.ts'
import type { TypingIndicator } from '#web/chat/engine/live/typing.ts'
import type { Timeline } from '#web/chat/engine/timeline/timeline.ts'
import type { UnreadCounts } from '#web/chat/engine/list/countUnread.ts'
import type { PendingChanges } from '#web/chat/engine/timeline/timelineRows.ts'

export interface ListState {
  /** Newest first. */
  conversations: readonly ConversationResponse[]
  unread: UnreadCounts
  /** The list was fetched at least once. */
  isLoaded: boolean
  /** The server has older conversations than these. */
  hasMore: boolean
  isLoadingMore: boolean
  /** Why the last fetch failed; null if it did not. */
  error: string | null
}

/** The response to a request that failed. */
export interface RequestFailure {
  /** Null if there was no response. */
  status: number | null
  /** The server's own text; null if it gave none. */
  message: string | null
}

export interface OpenState {
  timeline: Timeline
  /** By message id. */
  changes: ReadonlyMap<string, PendingChanges>
  /** `gone`: there is no such conversation for this person, or not any more. */
  status: 'loading' | 'ready' | 'gone'
  /** Why the last fetch failed; messages that were fetched before stay. */
  error: string | null
  /** Null if the last fetch succeeded, and when the conversation is gone. */
  failure: RequestFailure | null
  /** The opening position is known, so the conversation can be shown. */
  hasOpened: boolean
  /** The list of conversations is late: until it says what is unread, the messages are shown from the end. */
  isListLate: boolean
  /** The first message that was unread on opening: a divider stands above it. */
  newFrom: number | null
}

export interface ChatState {
  list: ListState
  /** The open conversations, by id. */
  open: Record<string, OpenState>
  /** Other people who are typing, by conversation id, in the order they started. */
  typing: Record<string, readonly TypingIndicator[]>
  /** User id → presence. */
  presences: Record<string, UserPresence>
  connection: ConnectionState
  /** When the connection was lost, by the timers' clock; null while it is up. */
  disconnectedAt: number | null
}

export const emptyChatState = (): ChatState => ({
  list: {
    conversations: [],
    unread: { total: 0, byTrip: {} },
    isLoaded: false,
    hasMore: false,
    isLoadingMore: false,
    error: null,
  },
  open: {},
  typing: {},
  presences: {},
  connection: { status: 'disconnected', error: null },
  disconnectedAt: null,
})
