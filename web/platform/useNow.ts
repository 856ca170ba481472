// The time, for what is shown of it: one timer for all who ask for the same step, and none while nobody does.

import { useSyncExternalStore } from 'react'

interface Clock {
  now: number
  /** Nobody asked for a while, and so it stood still. */
  catchUp(): void
  subscribe(listener: () => void): () => void
}

const clocks = new Map<number, Clock>()

/** Milliseconds since 1970, anew with each step. @param everyMs a second for presence, a minute for a list */
export function useNow(everyMs: number): number {
  const clock = clocks.get(everyMs) ?? startClock(everyMs)
  clock.catchUp()
  return useSyncExternalStore(clock.subscribe, () => clock.now)
}

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
        // A phone that slept stopped the timer with it: midnight may have passed, or a border.
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
