// The ports of the chat engine: adapters of the browser in the app, and ones that fail on purpose in the simulator.

import type { MessageResponse } from '#core/chat/contract.ts'
import type { ChatPerson } from '#core/chat/events.ts'
import type { Endpoint, Params, Query } from '#core/kernel/endpoint.ts'
import type { ChatState, RequestFailure } from '#web/chat/engine/chatState.ts'
import type { CachedList } from '#web/chat/engine/list/listFromCache.ts'
import type { Connection } from '#web/chat/engine/live/connection.ts'
import type { QueuedCommand } from '#web/platform/outbox/outboxCommand.ts'
import type { Timers } from '#web/platform/time/timers.ts'

export type RequestResult<Body> = { state: 'done'; response: Body } | FailedRequest

export type FailedRequest = { failure?: RequestFailure } & (
  | { state: 'refused'; status: number; message: string; retryAfterMs?: undefined }
  /** The network is away, or the server busy. `retryAfterMs`: the delay that it asked for. */
  | { state: 'unreachable'; retryAfterMs?: number | undefined }
)

/** A command of this person that the server has not confirmed. */
export interface PendingChatCommand extends Pick<
  QueuedCommand,
  'id' | 'key' | 'endpoint' | 'params' | 'body' | 'at' | 'state' | 'isMemoryOnly'
> {
  error: string | null
}

export interface ChatOutbox {
  /** The pending commands in the order they are sent. */
  commands(): readonly PendingChatCommand[]
  add(command: { endpoint: Endpoint; params: Params; body: unknown; lane: string; key: string }): void
  retry(key: string): void
  discard(key: string): void
}

/** The offline cache: shown until something newer is fetched. */
export interface ChatCache {
  /** Null if none is cached. */
  loadList(): CachedList | null
  /** The newest messages of a conversation, oldest first and without a gap; empty if none are cached. */
  loadMessages(conversationId: string): readonly MessageResponse[]
  /** @param read called when the row is written, which may be later */
  saveList(read: () => CachedList): void
  saveMessages(conversationId: string, readNewest: () => readonly MessageResponse[]): void
  /** This person may no longer read them. */
  deleteMessages(conversationId: string): void
}

export interface ChatPorts {
  me: ChatPerson
  cache?: ChatCache
  /** Never rejects. */
  request<Response, Body>(
    endpoint: Endpoint<Response, Body>,
    options: { params?: Params; query?: Query; body?: Body },
  ): Promise<RequestResult<Response>>
  outbox: ChatOutbox
  connection: Pick<Connection, 'emit' | 'ask' | 'tryAgain'>
  timers: Timers
  /** From 0 to 1. */
  random(): number
  newKey(): string
  /** The page is visible. */
  isVisible(): boolean
  /** Somebody else sent a message, just now. */
  onMessage?(conversationId: string, message: MessageResponse): void
  /** A reaction or a deletion was refused; then it is taken back. */
  onRefused?(key: string): void
  /** Others changed the data at these paths. */
  onStale(paths: readonly string[], isCurrent?: (entry: { data: object | null }) => boolean): void
  state: ChatState
  /** Keeps an immutable value from being observed by the store that `state` belongs to. */
  byReference<Value extends object>(value: Value): Value
}
