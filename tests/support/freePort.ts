// Ports for the servers that tests start. A system gives every connection and every server on port 0 a port above these, so
// nobody else takes one before its server listens, or while that server is being started again.

import { once } from 'node:events'
import { createServer } from 'node:net'
import { threadId } from 'node:worker_threads'

/** Browsers refuse 10080. */
const FIRST = 11_000
const PORTS_OF_PROCESS = 100
const PROCESSES = 217

/** Test files run at the same time in processes and threads with consecutive numbers. */
const slot = (process.pid + threadId) % PROCESSES
let used = Math.floor(Math.random() * PORTS_OF_PROCESS)

/** A port that nobody uses, and no other test file of this machine is about to use. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS_OF_PROCESS; tries++) {
    const port = FIRST + slot * PORTS_OF_PROCESS + (used++ % PORTS_OF_PROCESS)
    if (await isFree(port)) return port
  }
  throw new Error('All ports of this process are in use')
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
