// Sends the commands of a lane one after another, in one tab at a time.

import type { OutboxMirror } from '#web/platform/outbox/mirror.ts'
import type { LaneBackoff } from '#web/platform/outbox/laneBackoff.ts'
import type { DeliveryResult, OrderedCommand } from '#web/platform/outbox/outboxCommand.ts'
import type { QueuePorts } from '#web/platform/outbox/queuePorts.ts'

interface LaneSenderDeps {
  ports: Pick<QueuePorts, 'currentUserId' | 'deliver' | 'lease'>
  mirror: OutboxMirror
  backoff: LaneBackoff
  isClosed(): boolean
  onDelivered(command: OrderedCommand, result: DeliveryResult): Promise<void>
}

export function createLaneSender(deps: LaneSenderDeps) {
  const { ports, mirror, backoff, isClosed } = deps
  const sending = new Set<string>()

  function findSendable(): OrderedCommand[] {
    const userId = ports.currentUserId()
    return mirror.sendable().filter(({ by, refusal }) => by === userId && !refusal)
  }

  const findFirst = (lane: string) => findSendable().find((command) => command.lane === lane)

  /** Does nothing while the lane is sent already, or waits for a retry. */
  function send(lane: string): void {
    if (isClosed() || backoff.isWaiting(lane) || sending.has(lane)) return
    sending.add(lane)
    void ports.lease
      .run((lost) => drain(lane, lost))
      .catch(() => backoff.retryLater(lane))
      .then(() => {
        sending.delete(lane)
        // A command may have been added just when the lane was found empty.
        if (findFirst(lane)) send(lane)
      })
  }

  /** Reads the store before each command, because another tab may have sent it meanwhile. */
  async function drain(lane: string, lost: AbortSignal): Promise<void> {
    while (!lost.aborted && !backoff.isWaiting(lane)) {
      await mirror.sync()
      const command = findFirst(lane)
      if (!command || isClosed() || lost.aborted) return
      const result = await ports.deliver(command)
      if (isClosed()) return
      await deps.onDelivered(command, result)
    }
  }

  return {
    send,
    sendAll(): void {
      for (const { lane } of findSendable()) send(lane)
    },
  }
}
