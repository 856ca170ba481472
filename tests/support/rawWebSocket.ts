// Sends and reads raw WebSocket frames (RFC 6455) that no client would send or accept. The server's frames are unmasked
// and whole; the client's are masked with zeros.

import { createHash, randomBytes } from 'node:crypto'
import { type Socket, connect } from 'node:net'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

export interface RawWebSocket {
  /** The texts received, in order. */
  texts: readonly string[]
  /** Waits for a matching text behind the first `after` texts. */
  waitFor(isMeant: (text: string) => boolean, after?: number): Promise<string>
  text(text: string): void
  binary(bytes: Uint8Array): void
  /** Resolves with the code of the server's close frame; null when the connection ended without one. */
  closed: Promise<number | null>
  isOpen(): boolean
  /** The TCP socket. */
  socket: Socket
}

/** Opens Engine.IO's WebSocket; the first text is its open packet. @throws Error when it is refused */
export async function openRaw(
  port: number,
  headers: Record<string, string> = {},
  { saysGoodbye = true } = {},
): Promise<RawWebSocket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const key = randomBytes(16).toString('base64')
  const lines = Object.entries({
    Host: `127.0.0.1:${port}`,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': key,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${lines.join('')}\r\n`)

  const texts: string[] = []
  const listeners = new Set<() => void>()
  let left = Buffer.alloc(0)
  let isUpgraded = false
  let code: number | null = null
  let open = true
  let upgraded: (() => void) | undefined
  let refused: ((error: Error) => void) | undefined
  const upgrading = new Promise<void>((resolve, reject) => ([upgraded, refused] = [resolve, reject]))
  const closed = new Promise<number | null>((resolve) => {
    socket.on('close', () => {
      open = false
      refused?.(new Error(left.toString()))
      resolve(code)
      for (const look of listeners) look()
    })
  })
  socket.on('error', () => {})
  socket.on('data', (bytes: Buffer) => {
    left = Buffer.concat([left, bytes])
    if (!isUpgraded) {
      const end = left.indexOf('\r\n\r\n')
      if (end < 0) return
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
      if (!left.subarray(0, end).includes(accept)) return socket.destroy()
      isUpgraded = true
      left = left.subarray(end + 4)
      upgraded!()
    }
    for (let frame = read(left); frame; frame = read(left)) {
      left = left.subarray(frame.length)
      if (frame.opcode === 8) {
        code = frame.payload.length >= 2 ? frame.payload.readUInt16BE(0) : null
        if (saysGoodbye) socket.end(frameOf(8, frame.payload))
      }
      if (frame.opcode === 1) texts.push(frame.payload.toString())
    }
    for (const look of listeners) look()
  })
  await upgrading
  return {
    texts,
    waitFor: (isMeant, after = 0) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`Never heard it, but: ${texts.join(' | ')}`)),
          TIMEOUT_MS,
        )
        const look = () => {
          const found = texts.slice(after).find(isMeant)
          if (found === undefined) return
          clearTimeout(late)
          listeners.delete(look)
          resolve(found)
        }
        listeners.add(look)
        look()
      }),
    text: (text) => void socket.write(frameOf(1, Buffer.from(text))),
    binary: (bytes) => void socket.write(frameOf(2, bytes)),
    closed,
    isOpen: () => open,
    socket,
  }
}

/** Opens it and authenticates with a token. */
export async function openRawAuthenticated(port: number, token: string): Promise<RawWebSocket> {
  const raw = await openRaw(port)
  raw.text(`40${JSON.stringify({ token })}`)
  await raw.waitFor((text) => text.includes('"authenticated"'))
  return raw
}

function read(bytes: Buffer): { opcode: number; payload: Buffer; length: number } | null {
  if (bytes.length < 2) return null
  const short = bytes[1]! & 127
  const head = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < head) return null
  const size =
    short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  if (bytes.length < head + size) return null
  return { opcode: bytes[0]! & 15, payload: bytes.subarray(head, head + size), length: head + size }
}

function frameOf(opcode: number, payload: Uint8Array): Buffer {
  const size = payload.length
  const head = Buffer.alloc(size < 126 ? 2 : size < 65_536 ? 4 : 10)
  head[0] = 0x80 | opcode
  if (size < 126) head[1] = 0x80 | size
  else if (size < 65_536) {
    head[1] = 0x80 | 126
    head.writeUInt16BE(size, 2)
  } else {
    head[1] = 0x80 | 127
    head.writeBigUInt64BE(BigInt(size), 2)
  }
  return Buffer.concat([head, Buffer.alloc(4), payload])
}
