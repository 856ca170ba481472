// What the chat needs of the world around it: in the app the browser's, in the simulator one that fails on purpose.

import type { Endpoint, Params, Query } from '#core/kernel/endpoint.ts'
import type { ConversationResponse, MessageResponse } from '#core/chat/contract.ts'
import type { ChatPerson } from '#core/chat/events.ts'
import type { TripChatFailure } from '#web/chat/trip/tripChatFailure.ts'
import type { ChatState } from '#web/chat/chatState.ts'
import type { Connection } from '#web/platform/live/connection.ts'
import type { ItemState, QueueItem } from '#web/platform/outbox/queue.ts'
import type { Timers } from '#web/platform/timers.ts'

/** What came of one request. */
export type ReadResult<Answer> =
  | { state: 'done'; answer: Answer }
  | { state: 'refused'; status: number; message: string; failure?: TripChatFailure }
  /** Network away or server busy. */
  | { state: 'unreachable'; failure?: TripChatFailure }

/** An unsent command of this person. */
export type PendingChatCommand = Pick<
  QueueItem,
  'id' | 'key' | 'call' | 'params' | 'body' | 'at' | 'memoryOnly'
> & {
  state: ItemState
  error: string | null
}

export interface ChatOutbox {
  /** In the order they go out. */
  items(): readonly PendingChatCommand[]
  add(command: { call: Endpoint; params: Params; body: unknown; lane: string; key: string }): void
  retry(key: string): void
  discard(key: string): void
}

/** What this device kept of earlier: shown where nothing newer can be had, and read again where it can. */
export interface ChatCache {
  conversations(): readonly ConversationResponse[]
  /** The newest of a conversation, oldest first and without a gap; empty where nothing is kept. */
  messages(conversationId: string): readonly MessageResponse[]
  keepConversations(all: () => readonly ConversationResponse[]): void
  keepMessages(conversationId: string, newest: () => readonly MessageResponse[]): void
  /** It is not this person's any more. */
  forgetMessages(conversationId: string): void
}

export interface ChatPorts {
  me: ChatPerson
  remembered?: ChatCache
  /** Never rejects. */
  ask<Answer, Body>(
    call: Endpoint<Answer, Body>,
    given: { params?: Params; query?: Query; body?: Body },
  ): Promise<ReadResult<Answer>>
  outbox: ChatOutbox
  connection: Pick<Connection, 'state' | 'emit' | 'ask' | 'tryAgain'>
  timers: Timers
  /** From 0 to 1. */
  random(): number
  newKey(): string
  /** Somebody can see the page. */
  isVisible(): boolean
  /** Places whose documents were changed by others. */
  onTouched(places: readonly string[]): void
  /** What screens show: a proxy of valtio where there are any. */
  state: ChatState
}
