// A receiving device: a WebSocket in plain bytes (RFC 6455), because a whole client costs more than the server's part
// of the work, and both run on the same two cores.

import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { withinAMinute } from '#bench/withinAMinute.ts'

export interface Device {
  /** Resolves when it is authenticated and, if it has a conversation, has joined it; rejects when it cannot. */
  live: Promise<void>
  /** Resolves when the connection is closed. */
  gone: Promise<void>
  close(): void
}

export interface DeviceOptions {
  port: number
  token: string
  /** The conversation to join. */
  conversationId?: string
  /** Receives each text frame, from Engine.IO's `42` on. The bytes are valid during the call only. */
  onText?(bytes: Buffer): void
}

export function openDevice({ port, token, conversationId, onText }: DeviceOptions): Device {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const key = randomBytes(16).toString('base64')
  socket.on('connect', () =>
    socket.write(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\n` +
        `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    ),
  )
  // An error is followed by 'close', which is what counts.
  socket.on('error', () => {})
  const { promise: live, resolve: becomeLive, reject } = Promise.withResolvers<void>()
  const { promise: gone, resolve: becomeGone } = Promise.withResolvers<void>()
  socket.once('close', () => {
    reject(new Error('The server closed the connection of a device that was not live yet'))
    becomeGone()
  })
  onFrames(socket, (payload) => {
    const kind = payload[0]
    if (kind === ENGINE_OPEN) say(socket, `40${JSON.stringify({ token })}`)
    else if (kind === ENGINE_PING) say(socket, '3')
    else if (begins(payload, '42["authenticated"')) {
      if (conversationId === undefined) becomeLive()
      else say(socket, `42${JSON.stringify(['join_conversation', { conversationId }])}`)
    } else if (begins(payload, '42["conversation_joined"')) becomeLive()
    else onText?.(payload)
  })
  return { live: withinAMinute('a device to be live', live), gone, close: () => socket.destroy() }
}

const ENGINE_OPEN = '0'.charCodeAt(0)
const ENGINE_PING = '2'.charCodeAt(0)

export function begins(bytes: Buffer, text: string): boolean {
  if (bytes.length < text.length) return false
  for (let at = 0; at < text.length; at++) if (bytes[at] !== text.charCodeAt(at)) return false
  return true
}

function onFrames(socket: Socket, take: (payload: Buffer) => void): void {
  let rest: Buffer | undefined
  let upgraded = false
  socket.on('data', (chunk: Buffer) => {
    let bytes = rest ? Buffer.concat([rest, chunk]) : chunk
    if (!upgraded) {
      const end = bytes.indexOf('\r\n\r\n')
      if (end < 0) {
        rest = bytes
        return
      }
      upgraded = true
      bytes = bytes.subarray(end + 4)
    }
    let at = 0
    while (at + 2 <= bytes.length) {
      const short = bytes[at + 1]! & 127
      if (at + 4 > bytes.length && short === 126) break
      const head = short === 126 ? 4 : 2
      const size = short === 126 ? bytes.readUInt16BE(at + 2) : short
      if (at + head + size > bytes.length) break
      if (bytes[at] === 0x81) take(bytes.subarray(at + head, at + head + size))
      at += head + size
    }
    rest = at < bytes.length ? bytes.subarray(at) : undefined
  })
}

/** Sends a text frame masked with zeros. */
function say(socket: Socket, text: string): void {
  const payload = Buffer.from(text)
  const head =
    payload.length < 126
      ? Buffer.from([0x81, 0x80 | payload.length])
      : Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255])
  socket.write(Buffer.concat([head, Buffer.alloc(4), payload]))
}
