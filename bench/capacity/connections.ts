// The socket and the change feed of a device in plain bytes, because whole clients cost more than the server's part of the
// work. Both stay open until the server closes them.

import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

const WITHIN_MS = 60_000
const ENGINE_OPEN = '0'.charCodeAt(0)
const ENGINE_PING = '2'.charCodeAt(0)

/** @param after the position from which the feed goes on @returns closes it; resolves once the feed is open */
export function openChangeFeed(
  port: number,
  token: string,
  tripId: string,
  after?: string,
): Promise<() => void> {
  const resumes = after === undefined ? '' : `Last-Event-ID: ${after}\r\n`
  const socket = connectAndSend(
    port,
    `GET /api/trips/${tripId}/changes HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n` +
      `Authorization: Bearer ${token}\r\n${resumes}\r\n`,
  )
  return untilLive(
    socket,
    () => socket.destroy(),
    (resolve, reject) => {
      let head = ''
      let isRead = false
      socket.on('data', (bytes: Buffer) => {
        if (isRead) return
        head += bytes.toString('latin1')
        if (!head.includes('\r\n\r\n')) return
        isRead = true
        if (head.startsWith('HTTP/1.1 200 ')) resolve()
        else reject(new Error(`The change feed was refused: ${head}`))
      })
    },
  )
}

/** A WebSocket (RFC 6455) that has joined the conversation. */
export function openSocket(port: number, token: string, conversationId: string): Promise<() => void> {
  const key = randomBytes(16).toString('base64')
  const socket = connectAndSend(
    port,
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\n` +
      `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  )
  return untilLive(
    socket,
    () => socket.destroy(),
    (resolve) =>
      onFrames(socket, (payload) => {
        const begins = (text: string) => payload.subarray(0, text.length).equals(Buffer.from(text))
        if (payload[0] === ENGINE_OPEN) sendText(socket, `40${JSON.stringify({ token })}`)
        else if (payload[0] === ENGINE_PING) sendText(socket, '3')
        else if (begins('42["authenticated"'))
          sendText(socket, `42${JSON.stringify(['join_conversation', { conversationId }])}`)
        else if (begins('42["conversation_joined"')) resolve()
      }),
  )
}

function connectAndSend(port: number, head: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('connect', () => socket.write(head))
  // An error is followed by 'close', which is what counts.
  socket.on('error', () => undefined)
  return socket
}

/** @throws Error when the socket closes first, or after a minute */
async function untilLive<Handle>(
  socket: Socket,
  handle: Handle,
  listen: (resolve: () => void, reject: (error: Error) => void) => void,
): Promise<Handle> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error('Waited a minute for a connection')), WITHIN_MS)
  socket.once('close', () => reject(new Error('The server closed a connection that was not live yet')))
  listen(resolve, reject)
  await promise.finally(() => clearTimeout(timer))
  return handle
}

function onFrames(socket: Socket, onPayload: (payload: Buffer) => void): void {
  let rest: Buffer | undefined
  let upgraded = false
  socket.on('data', (chunk: Buffer) => {
    let bytes = rest ? Buffer.concat([rest, chunk]) : chunk
    rest = undefined
    if (!upgraded) {
      const end = bytes.indexOf('\r\n\r\n')
      if (end < 0) return void (rest = bytes)
      upgraded = true
      bytes = bytes.subarray(end + 4)
    }
    let offset = 0
    while (offset + 2 <= bytes.length) {
      const short = bytes[offset + 1]! & 127
      if (offset + 4 > bytes.length && short === 126) break
      const head = short === 126 ? 4 : 2
      const size = short === 126 ? bytes.readUInt16BE(offset + 2) : short
      if (offset + head + size > bytes.length) break
      if (bytes[offset] === 0x81) onPayload(bytes.subarray(offset + head, offset + head + size))
      offset += head + size
    }
    if (offset < bytes.length) rest = bytes.subarray(offset)
  })
}

/** Sends a text frame masked with zeros. */
function sendText(socket: Socket, text: string): void {
  const payload = Buffer.from(text)
  const head =
    payload.length < 126
      ? [0x81, 0x80 | payload.length]
      : [0x81, 0x80 | 126, payload.length >> 8, payload.length & 255]
  socket.write(Buffer.concat([Buffer.from(head), Buffer.alloc(4), payload]))
}
