// What screens show of the chat. The chat writes it (chat.ts), screens read it by useSnapshot; long lists and whole
// conversations are immutable and held by reference, so that nobody looks through ten thousand messages for changes.

import { proxy, ref } from 'valtio/vanilla'
import type { ConversationResponse } from '#core/chat/contract.ts'
import type { OpenState } from '#web/chat/openShapes.ts'
import type { ConnectionState } from '#web/platform/live/connection.ts'
import type { ShownPresence } from '#web/platform/live/presence.ts'
import type { TypingIndicator } from '#web/platform/live/typing.ts'

type Ref<Value extends object> = ReturnType<typeof ref<Value>>

export interface ListState {
  /** Newest first. */
  conversations: Ref<readonly ConversationResponse[]>
  /** It was read once. */
  isLoaded: boolean
  /** There are older conversations than those here. */
  hasMore: boolean
  isLoadingMore: boolean
  /** Why it could not be read; null when it could. */
  error: string | null
}

export interface ChatState {
  list: ListState
  /** The conversations on screen, by their ids. */
  open: Record<string, Ref<OpenState>>
  /** Who is typing, by the id of the conversation, in the order they began. */
  typing: Record<string, Ref<readonly TypingIndicator[]>>
  /** By the id of the person. */
  presences: Record<string, ShownPresence>
  connection: ConnectionState
  /** Since when no news can come, by the timers' clock; null while it is connected. */
  lostAt: number | null
}

export const noChat = (): ChatState => ({
  list: { conversations: ref([]), isLoaded: false, hasMore: false, isLoadingMore: false, error: null },
  open: {},
  typing: {},
  presences: {},
  connection: { status: 'disconnected', error: null },
  lostAt: null,
})

/** Of whoever is signed in in this tab. */
export const chatState = proxy(noChat())
