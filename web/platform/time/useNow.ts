// The current time for rendering: one timer for each interval that is in use.

import { useSyncExternalStore } from 'react'
import { calendarDateOf } from '#web/platform/time/format.ts'

interface Clock {
  now: number
  /** Without subscribers the timer stands still. */
  catchUp(): void
  subscribe(listener: () => void): () => void
}

const clocks = new Map<number, Clock>()

export const SECOND_MS = 1000
const MINUTE_MS = 60_000

/** Milliseconds since 1970. @param everyMs the interval of updates; default a minute */
export function useNow(everyMs = MINUTE_MS): number {
  const clock = clocks.get(everyMs) ?? startClock(everyMs)
  clock.catchUp()
  const read = () => clock.now
  return useSyncExternalStore(clock.subscribe, read, read)
}

/** The date where the reader is, YYYY-MM-DD. */
export const useToday = (): string => calendarDateOf(new Date(useNow()))

function startClock(everyMs: number): Clock {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    clock.now = Date.now()
    for (const listener of listeners) listener()
  }
  const clock: Clock = {
    now: Date.now(),
    catchUp() {
      if (listeners.size === 0 && Math.abs(Date.now() - clock.now) >= everyMs) clock.now = Date.now()
    },
    subscribe(listener) {
      clock.catchUp()
      if (listeners.size === 0) {
        timer = setInterval(tick, everyMs)
        // A suspended phone stops the timer, and may have crossed midnight or a border.
        document.addEventListener('visibilitychange', tick)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        document.removeEventListener('visibilitychange', tick)
      }
    },
  }
  clocks.set(everyMs, clock)
  return clock
}
