// A seeded random generator: the same seed gives the same run.

export interface SeededRandom {
  /** From 0 to 1. */
  next(): number
  /** True with this probability. */
  is(probability: number): boolean
  /** An integer from 0 to `below` - 1. */
  below(below: number): number
  between(from: number, to: number): number
  of<T>(all: readonly T[]): T
  /** A UUID. */
  uuid(): string
}

/** mulberry32 (Tommy Ettinger, public domain). */
export function seededRandom(seed: number): SeededRandom {
  let state = (seed ^ 0x9e3779b9) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const hex = (digits: number) => Array.from({ length: digits }, () => below(16).toString(16)).join('')
  return {
    next,
    below,
    is: (probability) => next() < probability,
    between: (from, to) => from + next() * (to - from),
    of: (all) => all[below(all.length)]!,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  }
}
