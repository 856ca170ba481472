// How often a connection is tried again by itself, after which delays, and which notices people get of it (spec §4, §9).

import { type Notice, notices } from '#web/chat/engine/live/notices.ts'
import { backoffDelay } from '#web/platform/http/backoff.ts'

const MAX_ATTEMPTS = 5
const LONGEST_DELAY_MS = 5000
/** The spec fixes the delays. */
const noJitter = () => 1

export function createReconnects(onNotice: (notice: Notice) => void) {
  /** Since the connection was up, or the last `restart`. */
  let attempts = 0
  let wasConnected = false
  let hasGivenUp = false
  return {
    /** This is not the first attempt. */
    hasBegun: () => wasConnected || attempts > 0 || hasGivenUp,
    /** The delay before the next attempt in ms; null when no more are made. */
    next(): number | null {
      if (attempts < MAX_ATTEMPTS) return backoffDelay(attempts++, noJitter, LONGEST_DELAY_MS)
      if (!hasGivenUp) onNotice(notices.gaveUp)
      hasGivenUp = true
      return null
    },
    /** @param message null for a timeout, which gives no notice */
    failed(message: string | null): void {
      if (message === null || hasGivenUp || attempts >= MAX_ATTEMPTS) return
      const isFirst = !wasConnected && attempts === 0
      onNotice(isFirst ? notices.connectFailure(message) : notices.reconnectError)
    },
    succeeded(): void {
      onNotice(wasConnected ? notices.reconnected : notices.connected)
      wasConnected = true
      hasGivenUp = false
      attempts = 0
    },
    /** A person, or a new network, asks for new attempts. */
    restart: () => void (attempts = 0),
  }
}
