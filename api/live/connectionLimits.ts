// What one connection may cost. A reader that does not drain is given up before it holds much of the server's memory,
// and one that never stops talking is cut off, whatever it says.

import type { Socket } from 'socket.io'
import { createBucket } from '#api/platform/bucket.ts'

type Connection = Socket['conn']

/** What may wait to be read by one connection. */
const BACKLOG_BYTES = 1_000_000
/** Packets of any kind; twice what is told to be too much (see live.ts). */
const PACKETS_PER_SECOND = 40
const PACKETS_BURST = 400
const GOODBYE_MS = 2000

/** @param clock milliseconds since 1970 */
export function limitConnection(connection: Connection, clock: () => number): void {
  let waiting = 0
  connection.on('packetCreate', (packet: Packet) => {
    // Writable again means that the machine has taken all there was.
    if (connection.transport.writable) waiting = 0
    waiting += bytesOf(packet)
    if (waiting > BACKLOG_BYTES) cutOff(connection)
  })
  // Whoever does not answer the goodbye would be read from for half a minute more.
  connection.on('close', () => setTimeout(cutOff, GOODBYE_MS, connection).unref())
  const packets = createBucket(PACKETS_PER_SECOND, PACKETS_BURST, clock)
  connection.on('packet', () => {
    if (!packets.take()) cutOff(connection)
  })
}

/** At once: an orderly goodbye would wait behind what is not read. */
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
