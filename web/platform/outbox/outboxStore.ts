// The port to where unsent commands are kept. Every adapter passes tests/contracts/outboxStore.ts.

import type { NewItem, OutboxItem, SendRefusal } from '#web/platform/outbox/item.ts'

export interface OutboxStore {
  /** Everybody's, by their order. They are the caller's own. */
  all(): Promise<OutboxItem[]>
  /** Resolves when it is kept for good. One with the same key is replaced; either way it is the last now. */
  add(item: NewItem): Promise<OutboxItem>
  /** Nothing where it is not there any more. */
  refuse(key: string, refusal: SendRefusal): Promise<void>
  /** No longer refused, and the last now; nothing where it is not there any more. */
  reopen(key: string): Promise<void>
  remove(key: string): Promise<void>
}
