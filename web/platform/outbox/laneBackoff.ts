// A backoff for each lane of the outbox: one lane that fails does not delay the others.

import { type Backoff, type BackoffPorts, createBackoff } from '#web/platform/http/backoff.ts'

export type LaneBackoff = ReturnType<typeof createLaneBackoff>

/** @param retry is called with a lane whose delay is over */
export function createLaneBackoff(ports: BackoffPorts, retry: (lane: string) => void) {
  const lanes = new Map<string, Backoff>()
  return {
    isWaiting: (lane: string) => lanes.get(lane)?.isWaiting() ?? false,
    retryLater(lane: string, requestedMs?: number): void {
      const backoff = lanes.get(lane) ?? createBackoff(ports, () => retry(lane))
      lanes.set(lane, backoff)
      backoff.retryLater(requestedMs)
    },
    skip: (lane: string) => void lanes.get(lane)?.skip(),
    skipAll(): void {
      for (const backoff of lanes.values()) backoff.skip()
    },
    reset(lane: string): void {
      lanes.get(lane)?.close()
      lanes.delete(lane)
    },
    close(): void {
      for (const backoff of lanes.values()) backoff.close()
    },
  }
}
