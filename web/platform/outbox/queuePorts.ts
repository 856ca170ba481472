// The ports of the queue of pending commands: the store, the network, the session, the other tabs and the clock.

import type { Lease } from '#web/platform/outbox/lease.ts'
import type {
  DeliveryResult,
  OutboxCommand,
  OrderedCommand,
  OutboxNotice,
} from '#web/platform/outbox/outboxCommand.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'
import type { TabChannel } from '#web/platform/outbox/tabChannel.ts'
import type { Timers } from '#web/platform/time/timers.ts'

export interface QueuePorts {
  store: OutboxStore
  /** One attempt, with the token of the command's own person. Ends in bounded time and never rejects. */
  deliver(command: OrderedCommand): Promise<DeliveryResult>
  /** The person who is signed in in this tab; null for nobody. */
  currentUserId(): string | null
  /** What was refused of a done command, as a refused command; null for nothing, or if a form shows it. Never rejects. */
  refusedPart?(command: OrderedCommand, response: unknown): Promise<OutboxCommand | null>
  lease: Lease
  tabs: TabChannel
  timers: Timers
  /** From 0 to 1. */
  random(): number
  /** `commands` changed. */
  onChange(): void
  onNotice(notice: OutboxNotice): void
}
