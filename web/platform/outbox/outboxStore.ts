// The port to the store of pending commands. Every adapter passes tests/contracts/outboxStore.ts.

import type { OutboxCommand, OrderedCommand, SendRefusal } from '#web/platform/outbox/outboxCommand.ts'

export interface OutboxStore {
  /** Copies of everybody's commands, in order. */
  all(): Promise<OrderedCommand[]>
  /**
   * Stores all of them or none, and resolves when they are durable. Each replaces a command with the same key; they are the
   * last in any case.
   */
  add(...commands: readonly OutboxCommand[]): Promise<OrderedCommand[]>
  /** Does nothing if the command is gone. */
  refuse(key: string, refusal: SendRefusal): Promise<void>
  /** Clears the refusal and makes it the last. Does nothing if the command is gone. */
  reopen(key: string): Promise<void>
  remove(key: string): Promise<void>
}
