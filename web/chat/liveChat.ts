// A person's chat and the connection it lives on, wired to each other: the same in a browser tab and in the simulator.

import type { Chat } from '#web/chat/chatShape.ts'
import { createChat } from '#web/chat/chat.ts'
import type { ChatPorts } from '#web/chat/chatPorts.ts'
import type { Connection, ConnectionPorts } from '#web/platform/live/connection.ts'
import { createConnection } from '#web/platform/live/connection.ts'
import type { OwnPresence } from '#web/platform/live/presence.ts'
import { createOwnPresence } from '#web/platform/live/presence.ts'

export interface LiveChatPorts
  extends Omit<ChatPorts, 'connection'>, Pick<ConnectionPorts, 'open' | 'onNotice' | 'onRejected'> {
  /** The network has just been seen working: what could not be sent may go now. */
  onConnected(): void
}

export interface LiveChat {
  chat: Chat
  connection: Connection
  presence: OwnPresence
  /** The page is shown again, or the network is back. */
  resume(onNewNetwork?: boolean): void
  close(): void
}

export function createLiveChat(ports: LiveChatPorts, token: string): LiveChat {
  const { open, timers, onNotice, onRejected } = ports
  const connection = createConnection({
    open,
    timers,
    onNotice,
    onRejected,
    onState(state) {
      if (state.status !== 'connected') chat.disconnected()
      Object.assign(ports.state.connection, state)
    },
    onConnected() {
      chat.connected()
      presence.connected()
      ports.onConnected()
    },
    onTold: (told) => chat.told(told),
  })
  const presence = createOwnPresence(timers, (status) => connection.emit('update_presence', { status }))
  const chat = createChat({ ...ports, connection })
  connection.setToken(token)
  return {
    chat,
    connection,
    presence,
    resume(onNewNetwork) {
      connection.tryAgain(onNewNetwork)
      presence.input()
      chat.resume()
    },
    close() {
      connection.setToken(null)
      chat.close()
    },
  }
}
