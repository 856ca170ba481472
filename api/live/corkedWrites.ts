// Packets that wait for the same socket go out in one write: engine.io hands them on one by one, and each would be a
// call into the system of its own, which is most of what it costs to tell a message to five hundred devices.

import type { Server } from 'socket.io'

/** What ws calls the connection it writes to. */
const TCP = '_socket'

/** What is known of a connection's way to its TCP socket; the types of engine.io and ws end before it. */
interface Connection {
  transport: { socket?: { [TCP]?: { cork(): void; uncork(): void } } }
}

export function corkSocketWrites(engine: Server['engine']): void {
  // Told just before the packets are handed on, all in the same turn.
  engine.on('flush', (connection: Connection, packets: readonly unknown[]) => {
    const tcp = packets.length > 1 ? connection.transport.socket?.[TCP] : undefined
    if (!tcp) return
    tcp.cork()
    process.nextTick(() => tcp.uncork())
  })
}
