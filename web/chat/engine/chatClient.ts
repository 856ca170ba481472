// A person's chat with its connection and own presence: the same in a browser tab and in the simulator.

import { createChat } from '#web/chat/engine/chat.ts'
import type { ChatPorts } from '#web/chat/engine/chatPorts.ts'
import type { Connection, ConnectionPorts } from '#web/chat/engine/live/connection.ts'
import { createOwnPresence } from '#web/chat/engine/live/presence.ts'

export interface ChatClientPorts
  extends Omit<ChatPorts, 'connection'>, Pick<ConnectionPorts, 'onNotice' | 'onRejected'> {
  connect(ports: Omit<ConnectionPorts, 'open'>): Connection
  /** The network works: pending commands can be sent now. */
  onConnected(): void
}

export type ChatClient = ReturnType<typeof createChatClient>

export function createChatClient(ports: ChatClientPorts, token: string) {
  const { connect, timers, onNotice, onRejected } = ports
  const connection = connect({
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
    onMessage: (message) => chat.receive(message),
    isOpen: (conversationId) => chat.isOpen(conversationId),
  })
  const presence = createOwnPresence(timers, (status) => connection.emit('update_presence', { status }))
  const chat = createChat({ ...ports, connection })
  connection.setToken(token)
  return {
    chat,
    connection,
    presence,
    /** The page is shown again, or the network is back. */
    resume(onNewNetwork?: boolean): void {
      connection.tryAgain(onNewNetwork)
      presence.input()
      chat.resume()
    },
    close(): void {
      connection.setToken(null)
      chat.close()
    },
  }
}
