// Loaded before a server (NODE_OPTIONS): SIGUSR2 sets its clock an hour back, and the next one sets it right again. Timers
// follow the monotonic clock, as on a machine whose time is set.

import { isMainThread } from 'node:worker_threads'

const HOUR_MS = 3_600_000
let offset = 0

if (isMainThread) {
  const now = Date.now
  Date.now = () => now() + offset
  globalThis.Date = new Proxy(Date, {
    construct: (of, given, as) =>
      Reflect.construct(of, given.length === 0 ? [Date.now()] : given, as) as Date,
  })
  process.on('SIGUSR2', () => (offset = offset === 0 ? -HOUR_MS : 0))
}
