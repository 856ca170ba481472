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
    const packetType = payload[0]
    if (packetType === ENGINE_OPEN) sendText(socket, `40${JSON.stringify({ token })}`)
    else if (packetType === ENGINE_PING) sendText(socket, '3')
    else if (begins(payload, '42["authenticated"')) {
      if (conversationId === undefined) becomeLive()
      else sendText(socket, `42${JSON.stringify(['join_conversation', { conversationId }])}`)
    } else if (begins(payload, '42["conversation_joined"')) becomeLive()
    else onText?.(payload)
  })
  return { live: withinAMinute('a device to be live', live), gone, close: () => socket.destroy() }
}

const ENGINE_OPEN = '0'.charCodeAt(0)
const ENGINE_PING = '2'.charCodeAt(0)

export function begins(bytes: Buffer, text: string): boolean {
  if (bytes.length < text.length) return false
  for (let index = 0; index < text.length; index++) if (bytes[index] !== text.charCodeAt(index)) return false
  return true
}

function onFrames(socket: Socket, onPayload: (payload: Buffer) => void): void {
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
    rest = offset < bytes.length ? bytes.subarray(offset) : undefined
  })
}

/** Sends a text frame masked with zeros. */
function sendText(socket: Socket, text: string): void {
  const payload = Buffer.from(text)
  const head =
    payload.length < 126
      ? Buffer.from([0x81, 0x80 | payload.length])
      : Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255])
  socket.write(Buffer.concat([head, Buffer.alloc(4), payload]))
}
