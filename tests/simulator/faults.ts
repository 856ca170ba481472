// The injected faults, their probabilities and their counts: a run without faults proves nothing. At rest there are
// none.

import type { SeededRandom } from '#tests/simulator/seededRandom.ts'

/** The probability of each fault, each time it can happen. */
const likely = {
  /** A request, or its response, never arrives. */
  dropRequest: 0.06,
  dropAnswer: 0.06,
  /** A request travels so long that its sender times out and retries before it arrives. */
  lateRequest: 0.03,
  /** A pushed event never arrives, arrives twice, late, or before an earlier one. */
  dropPush: 0.05,
  doublePush: 0.05,
  latePush: 0.05,
  reorderPush: 0.05,
  /** The server is killed during an append: before it, or after it and before anything is published. */
  dieBeforeAppend: 0.005,
  dieAfterAppend: 0.005,
  /** A socket cannot be opened. */
  refuseSocket: 0.1,
} as const

export type Fault = keyof typeof likely
/** Disturbances that happen at random moments, whatever the people do. */
export type Disturbance =
  | 'serverKilled'
  | 'serverClockTurned'
  | 'clockTurned'
  | 'offline'
  | 'eighthDay'
  | 'asleep'
  | 'reloaded'
  | 'tabOpenedOrClosed'
  | 'sessionEnded'
  | 'storageSlow'

/** The texts of the report over many runs. */
export const faultTexts: Record<Fault | Disturbance, string> = {
  dropRequest: 'a request was lost',
  dropAnswer: 'the response to an executed request was lost',
  lateRequest: 'a request arrived 15 to 60 s late, after its sender had tried again',
  dropPush: 'a push was lost',
  doublePush: 'a push arrived twice',
  latePush: 'a push arrived up to 20 s late',
  reorderPush: 'a push could overtake earlier ones',
  dieBeforeAppend: 'the server died before an append',
  dieAfterAppend: 'the server died after an append, before its response',
  refuseSocket: 'a socket could not be opened',
  serverKilled: 'the server was killed at a random moment',
  serverClockTurned: 'the clock of the server was set an hour forward or back',
  clockTurned: 'the clock of a device was set an hour forward or back',
  offline: 'a device lost its network for up to a minute',
  eighthDay: 'the eighth day came on a device without a network',
  asleep: 'a device slept for ten seconds or ten minutes',
  reloaded: 'all tabs of a browser were closed, then one was opened',
  tabOpenedOrClosed: 'another tab was opened or closed',
  sessionEnded: 'a person was signed out from another device',
  storageSlow: 'the storage of one tab gave no response for four seconds',
}

export type Counts = Partial<Record<Fault | Disturbance, number>>

export interface FaultInjector {
  /** Whether this fault happens now; never at rest. */
  happens(fault: Fault): boolean
  count(disturbance: Disturbance): void
  start(): void
  stop(): void
  counts: Counts
}

export function createFaultInjector(random: SeededRandom): FaultInjector {
  const counts: Counts = {}
  let isAtRest = true
  const count = (what: Fault | Disturbance) => void (counts[what] = (counts[what] ?? 0) + 1)
  return {
    happens(fault) {
      if (isAtRest || !random.is(likely[fault])) return false
      count(fault)
      return true
    },
    count: count,
    start: () => void (isAtRest = false),
    stop: () => void (isAtRest = true),
    counts,
  }
}
