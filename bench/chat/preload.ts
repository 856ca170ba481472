// Loaded before the server that is measured (`node --expose-gc --import …`): it tells its memory when it is asked to,
// and its clock can run faster, so that fifty people who may say five things a second each can say all that a server
// can take.

import { writeFileSync } from 'node:fs'

/** Written on SIGUSR2, after a collection: what the process holds, in bytes. */
const { MEMORY_FILE: file, CLOCK_TIMES: times = '1' } = process.env

const started = Date.now()
const real = Date.now
Date.now = () => started + (real() - started) * Number(times)

process.on('SIGUSR2', () => {
  for (let n = 0; n < 3; n++) globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  writeFileSync(file!, JSON.stringify({ held: heapUsed + external, rss }))
})
