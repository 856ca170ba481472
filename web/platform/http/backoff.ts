// Exponential backoff with equal jitter, so that clients that lost their server do not all come back at once
// (M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015).

import type { Timers } from '#web/platform/time/timers.ts'

export interface BackoffPorts {
  timers: Timers
  /** From 0 to 1. */
  random(): number
}

export interface Backoff {
  /**
   * Schedules a retry. The delay doubles with each one until `reset`.
   * @param requestedMs the delay that the server asked for: nothing shortens it
   */
  retryLater(requestedMs?: number): void
  /** The delay before the scheduled retry is not over. */
  isWaiting(): boolean
  /** An attempt succeeded: cancels the retry, and the next delay is a short one. */
  reset(): void
  /** Cancels a retry whose delay the server did not ask for. Returns whether there was one. */
  skip(): boolean
  /** The network may be back: runs a scheduled retry now. */
  wake(): void
  close(): void
}

const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 30_000

/** @param random returns 0 to 1; with 1 there is no jitter */
export function backoffDelay(retries: number, random: () => number, longestMs = MAX_DELAY_MS): number {
  return Math.min(longestMs, FIRST_DELAY_MS * 2 ** retries) * (0.5 + random() / 2)
}

export function createBackoff({ timers, random }: BackoffPorts, retry: () => void): Backoff {
  let retries = 0
  let scheduled: { until: number; isRequested: boolean; cancel(): void } | null = null

  function cancel(): void {
    scheduled?.cancel()
    scheduled = null
  }

  function skip(): boolean {
    if (!scheduled || scheduled.isRequested) return false
    cancel()
    return true
  }

  return {
    retryLater(requestedMs) {
      cancel()
      const ms = Math.max(requestedMs ?? 0, backoffDelay(retries++, random))
      scheduled = {
        until: timers.now() + ms,
        isRequested: requestedMs !== undefined,
        cancel: timers.after(ms, () => {
          scheduled = null
          retry()
        }),
      }
    },
    isWaiting: () => scheduled !== null && timers.now() < scheduled.until,
    reset() {
      cancel()
      retries = 0
    },
    skip,
    wake() {
      if (skip()) retry()
    },
    close: cancel,
  }
}
