// Sends the documents in the server's memory to a verification in another process, over a socket in the data folder
// that only its owner can open: a line with the position that all documents have, and their number, then one for each.

import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Logger } from 'pino'
import type { StoredDocument, MemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { FAILED_DOCUMENT, FAILED_DOCUMENT_TEXT } from '#projections/platform/readStore.ts'

const socketPath = (dataDir: string): string => join(dataDir, 'check.sock')

/** Documents in one write; other requests run between two writes. */
const DOCUMENTS_PER_WRITE = 200

/** null when there can be no socket (unsupported system, path too long); the server runs without. */
export async function serveVerification(
  dataDir: string,
  snapshot: MemoryReadStore['snapshot'],
  log: Logger,
): Promise<{ close(): void } | null> {
  const path = socketPath(dataDir)
  if (process.platform === 'win32') return null
  // A socket that accepts no connections was left by a server that was killed.
  if (await isServed(path)) return null
  rmSync(path, { force: true })
  const connections = new Set<Socket>()
  const server = createServer((socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
    socket.on('error', () => socket.destroy())
    void send(socket, snapshot()).catch(() => socket.destroy())
  })
  // The mask protects the socket between its creation and chmod.
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
      for (const socket of connections) socket.destroy()
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
  for (let start = 0; start < docs.length && !socket.destroyed; start += DOCUMENTS_PER_WRITE) {
    await write(
      docs
        .slice(start, start + DOCUMENTS_PER_WRITE)
        .map(toLine)
        .join(''),
    )
    await new Promise((resolve) => setImmediate(resolve))
  }
  socket.end()
}

const toLine = ({ projection, key, doc }: StoredDocument): string =>
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
  const socket = await tryConnect(socketPath(dataDir))
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
  const socket = await tryConnect(path)
  socket?.destroy()
  return socket !== null
}

function tryConnect(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(null))
  })
}
