// When a lane may try again: each failed try doubles the pause, with jitter, so that a crowd that lost its server does
// not come back at once ("equal jitter" of M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015).

import type { Timers } from '#web/platform/timers.ts'

export interface Pauses {
  isPaused(lane: string): boolean
  /** @param askedMs what the server asked to wait: nothing shortens it */
  begin(lane: string, askedMs?: number): void
  /** Early, except where the server asked for it; the next one is longer all the same. */
  end(lane: string): void
  endAll(): void
  /** A try came through: the next pause is a first one again. */
  forget(lane: string): void
  close(): void
}

interface Pause {
  tries: number
  until: number
  isAsked: boolean
  callOff(): void
}

const FIRST_MS = 1000
const LONGEST_MS = 30_000

/**
 * @param random from 0 to 1
 * @param onOver hears of a lane whose pause has passed
 */
export function createPauses(timers: Timers, random: () => number, onOver: (lane: string) => void): Pauses {
  const pauses = new Map<string, Pause>()

  function end(lane: string): void {
    const known = pauses.get(lane)
    if (!known || known.isAsked) return
    known.callOff()
    known.until = -Infinity
  }

  return {
    isPaused: (lane) => timers.now() < (pauses.get(lane)?.until ?? -Infinity),
    begin(lane, askedMs) {
      const known = pauses.get(lane)
      known?.callOff()
      const tries = known ? known.tries + 1 : 0
      const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** tries)
      const ms = Math.max(askedMs ?? 0, longest * (0.5 + random() / 2))
      const callOff = timers.after(ms, () => {
        const own = pauses.get(lane)
        if (own) own.until = -Infinity
        onOver(lane)
      })
      pauses.set(lane, { tries, until: timers.now() + ms, isAsked: askedMs !== undefined, callOff })
    },
    end,
    endAll() {
      for (const lane of pauses.keys()) end(lane)
    },
    forget(lane) {
      pauses.get(lane)?.callOff()
      pauses.delete(lane)
    },
    close() {
      for (const { callOff } of pauses.values()) callOff()
    },
  }
}
