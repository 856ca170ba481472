// The chat from outside: what screens ask of it, and what the page tells it. What they show is in chatState.ts.

import type { OpenConversation } from '#web/chat/openShapes.ts'
import type { ServerMessage } from '#web/platform/live/socketPort.ts'
import type { QueueItem } from '#web/platform/outbox/queue.ts'

export interface Chat {
  loadMore(): void
  reloadList(): void
  /** The same one for all who have it open; `close` when the screen goes. */
  open(conversationId: string): { conversation: OpenConversation; close(): void }
  /** Hears who is typing in these; answers what ends it. */
  watch(conversationIds: readonly string[]): () => void
  typed(conversationId: string, text: string): void
  send(conversationId: string, content: string, replyToId?: string | null): void
  edit(conversationId: string, messageId: string, content: string): void
  /** An own message that was refused, or its edit. */
  retry(messageId: string): void
  discard(messageId: string): void

  connected(): void
  disconnected(): void
  told(told: ServerMessage): void
  /** The page is shown again, or the network is back. */
  resume(): void
  outboxChanged(): void
  /** A command of the outbox is done. */
  done(item: Pick<QueueItem, 'call' | 'params'>, answer: unknown): void
  close(): void
}
