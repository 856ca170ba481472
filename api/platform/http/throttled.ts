// Limits the log lines of a persistent error: during an outage of Redis each connection fails many times a second.

const REPORT_EVERY_MS = 10_000

export function throttled(report: (error: unknown) => void): (error: unknown) => void {
  let last = -Infinity
  return (error) => {
    if (performance.now() - last < REPORT_EVERY_MS) return
    last = performance.now()
    report(error)
  }
}
