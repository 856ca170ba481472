// One line tells of a trouble that goes on; while Redis is away each connection fails many times a second.

const TELL_EVERY_MS = 10_000

export function throttled(tell: (error: unknown) => void): (error: unknown) => void {
  let last = -Infinity
  return (error) => {
    if (performance.now() - last < TELL_EVERY_MS) return
    last = performance.now()
    tell(error)
  }
}
