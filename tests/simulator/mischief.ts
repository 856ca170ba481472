// What goes wrong, how often, and how often it did: a run in which nothing went wrong proves nothing. At rest nothing
// does.

import type { Chance } from '#tests/simulator/chance.ts'

/** How likely it is each time it could. */
const likely = {
  /** A request, or its answer, never arrives. */
  dropRequest: 0.06,
  dropAnswer: 0.06,
  /** A request travels so long that its sender has given up and tried again before it arrives. */
  lateRequest: 0.03,
  /** Something told over a socket never arrives, arrives twice, late, or before what was told earlier. */
  dropPush: 0.05,
  doublePush: 0.05,
  latePush: 0.05,
  reorderPush: 0.05,
  /** The server dies in an append: before it, or after it and before anybody hears of it. */
  dieBeforeAppend: 0.005,
  dieAfterAppend: 0.005,
  /** A socket cannot be opened. */
  refuseSocket: 0.1,
} as const

export type Fault = keyof typeof likely
/** What happens now and then, whatever anybody does. */
export type Disturbance =
  | 'serverKilled'
  | 'serverClockTurned'
  | 'clockTurned'
  | 'offline'
  | 'asleep'
  | 'reloaded'
  | 'tabOpenedOrClosed'
  | 'sessionEnded'

export type Counts = Partial<Record<Fault | Disturbance, number>>

export interface Mischief {
  /** Whether this fault happens now; never at rest. */
  happens(fault: Fault): boolean
  did(disturbance: Disturbance): void
  begin(): void
  rest(): void
  counts: Counts
}

export function createMischief(chance: Chance): Mischief {
  const counts: Counts = {}
  let isAtRest = true
  const count = (what: Fault | Disturbance) => void (counts[what] = (counts[what] ?? 0) + 1)
  return {
    happens(fault) {
      if (isAtRest || !chance.is(likely[fault])) return false
      count(fault)
      return true
    },
    did: count,
    begin: () => void (isAtRest = false),
    rest: () => void (isAtRest = true),
    counts,
  }
}
