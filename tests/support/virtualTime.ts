// A virtual clock: timers run in their order when the test moves it, and everything that follows from one timer is done
// before the next.

import type { Timers } from '#web/platform/time/timers.ts'

export interface VirtualTime extends Timers {
  /** Advances the time. */
  forward(ms: number): Promise<void>
  /** Runs everything that needs no time. */
  settle(): Promise<void>
}

interface Waiting {
  at: number
  /** Timers of the same time fire in the order in which they were set. */
  nr: number
  run: () => void
}

// All microtasks run before an immediate; taken before a test replaces it.
const { setImmediate: nextTurn } = globalThis

export function virtualTime(): VirtualTime {
  const heap = new Heap<Waiting>((a, b) => a.at - b.at || a.nr - b.nr)
  const calledOff = new Set<Waiting>()
  let now = 0
  let nr = 0
  const settle = () => new Promise<void>((resolve) => void nextTurn(resolve))
  return {
    now: () => now,
    after(ms, run) {
      const waiting = { at: now + Math.max(0, ms), nr: nr++, run }
      heap.push(waiting)
      return () => void calledOff.add(waiting)
    },
    settle,
    async forward(ms) {
      const until = now + ms
      await settle()
      for (let next = heap.peek(); next && next.at <= until; next = heap.peek()) {
        heap.pop()
        if (calledOff.delete(next)) continue
        now = next.at
        next.run()
        await settle()
      }
      now = until
    },
  }
}

class Heap<T> {
  readonly #items: T[] = []
  readonly #compare: (a: T, b: T) => number
  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare
  }
  peek(): T | undefined {
    return this.#items[0]
  }
  push(item: T): void {
    const items = this.#items
    let at = items.push(item) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#compare(items[at]!, items[parent]!) >= 0) return
      ;[items[at], items[parent]] = [items[parent]!, items[at]!]
      at = parent
    }
  }
  pop(): T | undefined {
    const items = this.#items
    const first = items[0]
    const last = items.pop()
    if (items.length === 0 || last === undefined) return first
    items[0] = last
    for (let at = 0; ;) {
      let least = at
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < items.length && this.#compare(items[child]!, items[least]!) < 0) least = child
      if (least === at) return first
      ;[items[at], items[least]] = [items[least]!, items[at]!]
      at = least
    }
  }
}
