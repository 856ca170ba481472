// A clock that stands still until the test moves it, so that times in responses are known and a night passes at once.

export interface TestClock {
  /** Milliseconds since 1970. */
  (): number
  /** @param at RFC 3339 */
  set(at: string): void
  forward(ms: number): void
}

export function testClock(at = '2026-05-02T10:00:00.000Z'): TestClock {
  let now = Date.parse(at)
  const clock = () => now
  return Object.assign(clock, {
    set: (to: string) => void (now = Date.parse(to)),
    forward: (ms: number) => void (now += ms),
  })
}
