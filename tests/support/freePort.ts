// Ports for the servers that tests start. A system gives every connection and every server on port 0 a port above these, so
// nobody else takes one before its server listens, or while that server is being started again. Each process and thread of
// tests has a block of ports of its own: it keeps the first of them open.

import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { threadId } from 'node:worker_threads'

/** Browsers refuse 10080. */
const FIRST = 11_000
const PORTS_OF_BLOCK = 100
const BLOCKS = 217

let block: Promise<number> | undefined
let used = 0

/** A port on which nobody listens, and which no other process of tests is given. */
export async function freePort(): Promise<number> {
  const first = await (block ??= reserveBlock())
  for (let tries = 1; tries < PORTS_OF_BLOCK; tries++) {
    const port = first + 1 + (used++ % (PORTS_OF_BLOCK - 1))
    const server = await listen(port)
    if (!server) continue
    server.close()
    await once(server, 'close')
    return port
  }
  throw new Error(`All ports from ${first} to ${first + PORTS_OF_BLOCK - 1} are in use`)
}

/** @returns the first port of a block */
async function reserveBlock(): Promise<number> {
  for (let tries = 0; tries < BLOCKS; tries++) {
    const port = FIRST + ((process.pid + threadId + tries) % BLOCKS) * PORTS_OF_BLOCK
    const server = await listen(port)
    if (!server) continue
    server.unref()
    return port
  }
  throw new Error('All blocks of ports are in use')
}

/** null where the port is in use */
async function listen(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1')
  return once(server, 'listening').then(
    () => server,
    () => null,
  )
}
