// Where the documents are in the server's own memory, a check asks for them over a socket in the data folder, which is
// for its owner alone. They are one moment's: a line that says of when, then a line each.

import { chmodSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Logger } from 'pino'
import type { StoredDocument, MemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { FAILED_DOCUMENT, FAILED_DOCUMENT_TEXT } from '#projections/platform/readStore.ts'

const socketIn = (dataDir: string): string => join(dataDir, 'check.sock')

/** Documents for one write: whoever else asks gets a turn in between. */
const AT_ONCE = 200

/** Null where there can be no socket (a system without them, a path too long): the server runs without. */
export async function serveVerification(
  dataDir: string,
  snapshot: MemoryReadStore['snapshot'],
  log: Logger,
): Promise<{ close(): void } | null> {
  const path = socketIn(dataDir)
  if (process.platform === 'win32') return null
  // Of a server that was killed; one that lives answers.
  if (await isAnswered(path)) return null
  rmSync(path, { force: true })
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    void tell(socket, snapshot()).catch(() => socket.destroy())
  })
  // The socket is there from the call on: nobody else may have it even for a moment.
  const mask = process.umask(0o177)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(path, resolve)
      process.umask(mask)
    })
    chmodSync(path, 0o600)
  } catch (err) {
    log.warn({ err }, 'checks of the projections are not possible')
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

async function tell(
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

export interface VerificationAnswer {
  position: string
  docs: { projection: string; key: string; text: string }[]
}

/** What the server that runs on this folder holds; null where none answers. @throws Error where it breaks off */
export async function requestDocuments(dataDir: string): Promise<VerificationAnswer | null> {
  const socket = await opened(socketIn(dataDir))
  if (!socket) return null
  let head: { position: string; docs: number } | undefined
  const docs: VerificationAnswer['docs'] = []
  for await (const line of createInterface({ input: socket }))
    if (head) docs.push(JSON.parse(line) as VerificationAnswer['docs'][number])
    else head = JSON.parse(line) as typeof head
  if (!head || docs.length !== head.docs) throw new Error('The server broke off while it told its documents')
  return { position: head.position, docs }
}

async function isAnswered(path: string): Promise<boolean> {
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
