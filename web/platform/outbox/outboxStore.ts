// The port to the store of pending commands. Every adapter passes tests/contracts/outboxStore.ts.

import type { NewItem, OutboxItem, SendRefusal } from '#web/platform/outbox/outboxItem.ts'

export interface OutboxStore {
  /** Copies of everybody's items, in order. */
  all(): Promise<OutboxItem[]>
  /** Resolves when it is durable. It replaces an item with the same key, and is the last in any case. */
  add(item: NewItem): Promise<OutboxItem>
  /** Does nothing if the item is gone. */
  refuse(key: string, refusal: SendRefusal): Promise<void>
  /** Clears the refusal and makes it the last. Does nothing if the item is gone. */
  reopen(key: string): Promise<void>
  remove(key: string): Promise<void>
}
