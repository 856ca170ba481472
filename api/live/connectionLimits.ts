// Limits the cost of one connection: closes it when its unread data grows too large, or when it sends too many packets.

import type { Socket } from 'socket.io'
import { createBucket } from '#api/platform/http/tokenBucket.ts'

type Connection = Socket['conn']

const BACKLOG_BYTES = 1_000_000
/** Packets of any kind; twice the limit of events (socketServer.ts). */
const PACKETS_PER_SECOND = 40
const PACKETS_BURST = 400
const CLOSE_TIMEOUT_MS = 2000

/** @param clock milliseconds since 1970 */
export function limitConnection(connection: Connection, clock: () => number): void {
  let waiting = 0
  connection.on('packetCreate', (packet: Packet) => {
    // The transport is writable when everything before was handed to the system.
    if (connection.transport.writable) waiting = 0
    waiting += bytesOf(packet)
    if (waiting > BACKLOG_BYTES) cutOff(connection)
  })
  // Without this, a client that ignores the close would be read for half a minute more.
  connection.on('close', () => setTimeout(cutOff, CLOSE_TIMEOUT_MS, connection).unref())
  const packets = createBucket(PACKETS_PER_SECOND, PACKETS_BURST, clock)
  connection.on('packet', () => {
    if (!packets.take()) cutOff(connection)
  })
}

/** Terminates at once: an orderly close would wait behind the unread data. */
function cutOff(connection: Connection): void {
  const { socket } = connection.transport as unknown as { socket: { terminate(): void } }
  socket.terminate()
}

interface Packet {
  data?: string | Buffer
  options?: { wsPreEncodedFrame?: readonly Buffer[] }
}

function bytesOf({ data = '', options }: Packet): number {
  const frame = options?.wsPreEncodedFrame
  return frame ? frame.reduce((sum, part) => sum + part.length, 0) : Buffer.byteLength(data)
}
