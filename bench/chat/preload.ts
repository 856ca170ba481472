// Loaded before the measured server (`node --expose-gc --import …`): it reports the server's memory on request, and
// speeds its clock up, so that fifty people limited to five messages a second can saturate the server.

import './manyAccounts.ts'
import { writeFileSync } from 'node:fs'

/** The file that gets the number of bytes that the process holds, after a garbage collection, on SIGUSR2. */
const { MEMORY_FILE: file, CLOCK_TIMES: times = '1' } = process.env

const started = Date.now()
const real = Date.now
Date.now = () => started + (real() - started) * Number(times)

process.on('SIGUSR2', () => {
  for (let n = 0; n < 3; n++) globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  writeFileSync(file!, JSON.stringify({ held: heapUsed + external, rss }))
})
