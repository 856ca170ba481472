// Keeps the one thread free for everybody: splits long work into slices, between which the event loop serves other requests,
// and measures how long a request works.

import { AsyncLocalStorage } from 'node:async_hooks'

/** Longest delay of other requests, beside single steps that take longer. */
const SLICE_MS = 10

/** Of one request: the time of its slices, and of what it reads from files. */
export interface Work {
  ms: number
}

const current = new AsyncLocalStorage<Work>()

export const measureWork = <Result>(work: Work, run: () => Promise<Result>): Promise<Result> =>
  current.run(work, run)

/** Counts a step that yields to nothing. */
export function timed<Result>(step: () => Result): Result {
  const work = current.getStore()
  if (!work) return step()
  const started = performance.now()
  try {
    return step()
  } finally {
    work.ms += performance.now() - started
  }
}

export interface Yielder {
  /** Awaited after each step. */
  (): Promise<void> | undefined
  /** After a wait for the reader, which is no work. */
  resume(): void
}

export function createYielder(): Yielder {
  const work = current.getStore()
  let stepStart = performance.now()
  const resume = (): void => void (stepStart = performance.now())
  const yieldIfLong = (): Promise<void> | undefined => {
    if (work) work.ms += performance.now() - stepStart
    const turn = turnToWork()
    if (turn) return turn.then(resume)
    return resume() as undefined
  }
  return Object.assign(yieldIfLong, { resume })
}

const waiting: (() => void)[] = []
let turnStart: number | undefined

/**
 * Resolves at once while this turn of the event loop has worked for less than a slice. Whoever comes later waits for a turn
 * after it, in order; in between, pending events are handled. Also awaited before a request begins.
 */
export function turnToWork(): Promise<void> | undefined {
  if (turnStart === undefined) beginTurn()
  if (performance.now() - turnStart! < SLICE_MS) return undefined
  return new Promise((resolve) => waiting.push(resolve))
}

function beginTurn(): void {
  turnStart = performance.now()
  setImmediate(() => {
    turnStart = undefined
    const next = waiting.shift()
    if (!next) return
    beginTurn()
    next()
  })
}
