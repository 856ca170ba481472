// Writes all packets that wait for one socket at once: engine.io writes each by a system call of its own, which is most
// of the cost of publishing a message to five hundred devices.

import type { Server } from 'socket.io'

/** The name of the TCP socket in ws. */
const TCP_SOCKET_FIELD = '_socket'

/** The part of a connection that leads to its TCP socket; the types of engine.io and ws do not include it. */
interface Connection {
  transport: { socket?: { [TCP_SOCKET_FIELD]?: { cork(): void; uncork(): void } } }
}

export function corkSocketWrites(engine: Server['engine']): void {
  // Emitted just before the packets are written, all in the same tick.
  engine.on('flush', (connection: Connection, packets: readonly unknown[]) => {
    const tcp = packets.length > 1 ? connection.transport.socket?.[TCP_SOCKET_FIELD] : undefined
    if (!tcp) return
    tcp.cork()
    process.nextTick(() => tcp.uncork())
  })
}
