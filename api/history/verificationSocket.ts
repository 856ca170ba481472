// Serves the documents in the server's memory to a verification in another process, over a socket in the data folder
// that only its owner can open. All are of one moment: first a line with the position, then a line for each.

import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Logger } from 'pino'
import type { StoredDocument, MemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { FAILED_DOCUMENT, FAILED_DOCUMENT_TEXT } from '#projections/platform/readStore.ts'

const socketIn = (dataDir: string): string => join(dataDir, 'check.sock')

/** Documents in one write, with turns for other requests in between. */
const AT_ONCE = 200

/** null when there can be no socket (unsupported system, path too long); the server runs without. */
export async function serveVerification(
  dataDir: string,
  snapshot: MemoryReadStore['snapshot'],
  log: Logger,
): Promise<{ close(): void } | null> {
  const path = socketIn(dataDir)
  if (process.platform === 'win32') return null
  // Left by a server that was killed; a running server accepts connections.
  if (await isServed(path)) return null
  rmSync(path, { force: true })
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    void send(socket, snapshot()).catch(() => socket.destroy())
  })
  // The socket exists from this call on: nobody else may open it even for a moment.
  const mask = process.umask(0o177)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(path, resolve)
      process.umask(mask)
    })
    chmodSync(path, 0o600)
  } catch (err) {
    log.warn({ err }, 'verification of the read models is not available')
    return null
  } finally {
    process.umask(mask)
  }
  server.unref()
  return {
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

async function send(
  socket: Socket,
  { position, docs }: ReturnType<MemoryReadStore['snapshot']>,
): Promise<void> {
  const write = (text: string) =>
    socket.write(text)
      ? undefined
      : new Promise((resolve) => socket.once('drain', resolve).once('close', resolve))
  await write(`${JSON.stringify({ position, docs: docs.length })}\n`)
  for (let at = 0; at < docs.length && !socket.destroyed; at += AT_ONCE) {
    await write(
      docs
        .slice(at, at + AT_ONCE)
        .map(lineOf)
        .join(''),
    )
    await new Promise((resolve) => setImmediate(resolve))
  }
  socket.end()
}

const lineOf = ({ projection, key, doc }: StoredDocument): string =>
  `${JSON.stringify({ projection, key, text: doc === FAILED_DOCUMENT ? FAILED_DOCUMENT_TEXT : JSON.stringify(doc) })}\n`

export interface VerifiedDocuments {
  position: string
  docs: { projection: string; key: string; text: string }[]
}

/**
 * The documents of the server that runs on this folder; null when none runs.
 * @throws Error when the connection breaks
 */
export async function requestDocuments(dataDir: string): Promise<VerifiedDocuments | null> {
  const socket = await opened(socketIn(dataDir))
  if (!socket) return null
  let head: { position: string; docs: number } | undefined
  const docs: VerifiedDocuments['docs'] = []
  for await (const line of createInterface({ input: socket }))
    if (head) docs.push(JSON.parse(line) as VerifiedDocuments['docs'][number])
    else head = JSON.parse(line) as typeof head
  if (!head || docs.length !== head.docs)
    throw new Error('The server closed the connection before it sent all documents')
  return { position: head.position, docs }
}

async function isServed(path: string): Promise<boolean> {
  const socket = await opened(path)
  socket?.destroy()
  return socket !== null
}

function opened(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(null))
  })
}
