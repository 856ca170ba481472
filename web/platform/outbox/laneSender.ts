// Sends the items of a lane one after another, in one tab at a time.

import type { OutboxMirror } from '#web/platform/outbox/mirror.ts'
import type { LaneBackoff } from '#web/platform/outbox/laneBackoff.ts'
import type { DeliveryResult, OutboxItem } from '#web/platform/outbox/outboxItem.ts'
import type { QueuePorts } from '#web/platform/outbox/queuePorts.ts'

interface LaneSenderDeps {
  ports: Pick<QueuePorts, 'currentUserId' | 'deliver' | 'lease'>
  mirror: OutboxMirror
  backoff: LaneBackoff
  isClosed(): boolean
  onDelivered(item: OutboxItem, result: DeliveryResult): Promise<void>
}

export function createLaneSender(deps: LaneSenderDeps) {
  const { ports, mirror, backoff, isClosed } = deps
  const sending = new Set<string>()

  function findSendable(): OutboxItem[] {
    const userId = ports.currentUserId()
    return mirror.sendable().filter(({ by, refusal }) => by === userId && !refusal)
  }

  const findFirst = (lane: string) => findSendable().find((item) => item.lane === lane)

  /** Does nothing while the lane is sent already, or waits for a retry. */
  function send(lane: string): void {
    if (isClosed() || backoff.isWaiting(lane) || sending.has(lane)) return
    sending.add(lane)
    void ports.lease
      .run((lost) => drain(lane, lost))
      .catch(() => backoff.retryLater(lane))
      .then(() => {
        sending.delete(lane)
        // An item may have been added just when the lane was found empty.
        if (findFirst(lane)) send(lane)
      })
  }

  /** Reads the store before each item, because another tab may have sent it meanwhile. */
  async function drain(lane: string, lost: AbortSignal): Promise<void> {
    while (!lost.aborted && !backoff.isWaiting(lane)) {
      await mirror.sync()
      const item = findFirst(lane)
      if (!item || isClosed() || lost.aborted) return
      const result = await ports.deliver(item)
      if (isClosed()) return
      await deps.onDelivered(item, result)
    }
  }

  return {
    send,
    sendAll(): void {
      for (const { lane } of findSendable()) send(lane)
    },
  }
}
