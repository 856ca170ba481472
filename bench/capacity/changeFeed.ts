// The open change feed of a trip in plain bytes, because a whole client costs more than the server's part of the work.

import { connect } from 'node:net'
import { withinAMinute } from '#bench/withinAMinute.ts'

export interface ChangeFeed {
  /** Resolves with the first bytes of the feed; rejects when the server refuses it. */
  open: Promise<void>
  close(): void
}

/** @param options.after the position of the replica from which the feed goes on */
export function openChangeFeed(options: {
  port: number
  token: string
  tripId: string
  after: string | undefined
}): ChangeFeed {
  const { port, token, tripId, after } = options
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const resumes = after === undefined ? '' : `Last-Event-ID: ${after}\r\n`
  socket.on('connect', () =>
    socket.write(
      `GET /api/trips/${tripId}/changes HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n` +
        `Authorization: Bearer ${token}\r\n${resumes}\r\n`,
    ),
  )
  const { promise: open, resolve, reject } = Promise.withResolvers<void>()
  let head = ''
  socket.on('data', (bytes: Buffer) => {
    if (head === 'read') return
    head += bytes.toString('latin1')
    if (!head.includes('\r\n\r\n')) return
    if (head.startsWith('HTTP/1.1 200 ')) resolve()
    else reject(new Error(`The change feed was refused: ${head}`))
    head = 'read'
  })
  // An error is followed by 'close'.
  socket.on('error', () => undefined)
  socket.once('close', () => reject(new Error('The server closed a change feed')))
  return { open: withinAMinute('a change feed to open', open), close: () => socket.destroy() }
}
