// The sockets of one server process: rooms and packets like Socket.IO's, without a network. The real fan-out and socket
// handlers use them.

import type { SocketServer } from '#api/live/socketServer.ts'
import { roomOfUser, roomOfConversation, AUTHENTICATED } from '#api/live/rooms.ts'
import type { IoSocket } from '#api/live/socketTypes.ts'
import type { Session } from '#api/platform/http/route.ts'

/** An event that a socket hands to the network on its way to the client. */
export type Packet = { event: string; payload: unknown }

export interface ServerSocket {
  /** The socket as the server's handlers see it. */
  live: IoSocket
  rooms: Set<string>
  send(packet: Packet): void
}

export interface SimulatedSocketServer {
  live: SocketServer
  connect(id: string, session: Session, send: (packet: Packet) => void): ServerSocket
  disconnect(id: string): void
}

export function createSimulatedSocketServer(): SimulatedSocketServer {
  const sockets = new Map<string, ServerSocket>()
  const inRoom = (rooms: readonly string[]) =>
    [...sockets.values()].filter((socket) => rooms.some((room) => socket.rooms.has(room)))
  // Copies the payload, because it must not change after it was published.
  const tell = (to: readonly ServerSocket[], event: string, payload: unknown) => {
    for (const socket of to) socket.send({ event, payload: structuredClone(payload) })
  }
  const list = (rooms: string | readonly string[]) => (typeof rooms === 'string' ? [rooms] : rooms)

  const io = {
    local: {
      to: (rooms: string | readonly string[]) => ({
        emit: (event: string, payload: unknown) => tell(inRoom(list(rooms)), event, payload),
      }),
    },
    sockets: {
      sockets,
      adapter: { rooms: { has: (room: string) => inRoom([room]).length > 0 } },
    },
  }

  return {
    live: {
      io: io as unknown as SocketServer['io'],
      relay: () => undefined,
      recheckSessions: async () => undefined,
      removeFromRoom(conversationId, userId) {
        const room = roomOfConversation(conversationId)
        for (const socket of inRoom([userId === undefined ? room : roomOfUser(userId)]))
          socket.rooms.delete(room)
      },
      close: async () => undefined,
    },
    connect(id, session, send) {
      const rooms = new Set([id, roomOfUser(session.id), AUTHENTICATED])
      const live = {
        id,
        connected: true,
        data: { session },
        rooms,
        join: async (room: string) => void rooms.add(room),
        leave: async (room: string) => void rooms.delete(room),
        emit: (event: string, payload: unknown) => tell([socket], event, payload),
        to: (room: string) => ({
          except: (other: string) => ({
            emit: (event: string, payload: unknown) =>
              tell(
                inRoom([room]).filter((one) => one !== socket && !one.rooms.has(other)),
                event,
                payload,
              ),
          }),
        }),
      }
      const socket: ServerSocket = { live: live as unknown as IoSocket, rooms, send }
      sockets.set(id, socket)
      return socket
    },
    disconnect(id) {
      const socket = sockets.get(id)
      if (socket) Object.assign(socket.live, { connected: false })
      sockets.delete(id)
    },
  }
}
