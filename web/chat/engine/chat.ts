// A person's chat on this device, without any browser API: it combines pushed messages, responses and pending commands,
// and passes them to the conversation list and to the open conversations.

import { editMessage, type MessageResponse, startConversation } from '#core/chat/contract.ts'
import type { Mention } from '#core/chat/mentions.ts'
import type { AttachedFile } from '#core/kernel/files.ts'
import type { ClientEvent } from '#core/chat/socketEvents.ts'
import type { ChatPorts } from '#web/chat/engine/chatPorts.ts'
import * as lists from '#web/chat/engine/list/conversationList.ts'
import { createListStore } from '#web/chat/engine/list/listStore.ts'
import { createRooms } from '#web/chat/engine/live/rooms.ts'
import type { ServerMessage } from '#web/chat/engine/live/socketPort.ts'
import { createOwnTyping, createTypingPeople } from '#web/chat/engine/live/typing.ts'
import { MessageIndex } from '#web/chat/engine/messageIndex.ts'
import { type OpenControl, createOpenConversation } from '#web/chat/engine/open/openConversation.ts'
import { createConversationRegistry } from '#web/chat/engine/open/conversationRegistry.ts'
import { isOfText, isPlainChange } from '#web/chat/engine/open/pendingMessages.ts'
import { createOutgoingMessages } from '#web/chat/engine/outgoingMessages.ts'
import { createPresences } from '#web/chat/engine/presences.ts'
import { createReadReceipts } from '#web/chat/engine/readReceipts.ts'
import { createSocketMessageHandler } from '#web/chat/engine/socketMessages.ts'
import type { OrderedCommand } from '#web/platform/outbox/outboxCommand.ts'

export type Chat = ReturnType<typeof createChat>

/** A push can be lost between servers while the connection stands, so the open rooms are joined again this often. */
const REJOIN_AFTER_MS = 60_000

/** Over 80 lines, because it wires the parts of the chat; each call is passed on in a few lines. */
export function createChat(ports: ChatPorts) {
  const { timers, connection, state } = ports
  // `ports.state` gets another record for the next person who signs in.
  const openStates = state.open
  const messages = new MessageIndex()
  const registry = createConversationRegistry({ create: createConversation, onOpened })
  const list = createListStore({
    ports,
    messages,
    onChange: () => forEachOpen((control) => control.listChanged()),
    onMissing(id, status, message) {
      registry.get(id)?.gone(status === 404 ? undefined : message)
    },
  })
  const receipts = createReadReceipts(ports, (id, seq) => list.apply(lists.withReadUpTo, id, seq))
  const outgoing = createOutgoingMessages(ports)
  const presences = createPresences(ports, state.presences)
  const rooms = createRooms(timers, (action, conversationId) => {
    const event = eventOf(action, conversationId)
    if (action === 'leave') return connection.emit(...event)
    registry.get(conversationId)?.joinSent()
    connection.ask(...event)
  })
  const typing = createTypingPeople(timers, state.typing)
  const ownTyping = createOwnTyping(timers, (conversationId, isTyping) =>
    connection.emit(...eventOf(isTyping ? 'typing_start' : 'typing_stop', conversationId)),
  )
  const parts = { list, messages, registry, outgoing, presences, rooms, typing }
  const handle = createSocketMessageHandler({ ports, rejoin, ...parts })
  let isClosed = false
  let cancelRejoin = scheduleRejoin()
  state.disconnectedAt = timers.now()
  list.fetchStale()

  function forEachOpen(change: (control: OpenControl) => void): void {
    for (const control of registry.all()) change(control)
  }

  function eventOf(action: RoomAction, conversationId: string) {
    return roomEvent(action, conversationId, lists.tripIdOf(list.get(), conversationId))
  }

  function scheduleRejoin(): () => void {
    return timers.after(REJOIN_AFTER_MS, () => {
      if (ports.isVisible()) for (const conversationId of registry.ids()) rooms.askAgain(conversationId)
      cancelRejoin = scheduleRejoin()
    })
  }

  function createConversation(conversationId: string): OpenControl {
    return createOpenConversation(conversationId, {
      ports,
      messages,
      summary() {
        const conversation = lists.findConversation(list.get(), conversationId)
        return conversation && { unread: conversation.unread_count, lastSeq: conversation.last_seq }
      },
      onRead(messageId, seq) {
        list.apply(lists.withReadUpTo, conversationId, seq)
        receipts.send(conversationId, messageId, seq)
      },
      onChange: (openState) => (openStates[conversationId] = ports.byReference(openState)),
    })
  }

  function onOpened(conversationId: string, control: OpenControl): () => void {
    // A page that is fetched before the room is joined may lack later messages.
    if (state.disconnectedAt !== null) control.mayHaveMissed(true)
    const leave = rooms.join(conversationId, true)
    list.apply(lists.withPin, conversationId)
    return () => {
      ownTyping.stopped(conversationId)
      leave()
      delete openStates[conversationId]
      list.apply(lists.withoutPin, conversationId)
    }
  }

  function rejoin(): void {
    forEachOpen((control) => control.mayHaveMissed(false))
    rooms.joinAgain()
  }

  function wake(): void {
    receipts.wake()
    list.wake()
    forEachOpen((control) => control.wake())
  }

  return {
    loadMore: list.loadMore,
    reloadList(): void {
      list.wake()
      list.apply(lists.withStaleList)
    },
    /** All callers get the same conversation; each calls `close` when its part of the screen goes. */
    open: registry.open,
    isOpen: (conversationId: string): boolean => registry.get(conversationId) !== undefined,
    /** Receives typing indicators of these conversations. Returns a function that ends it. */
    watch(conversationIds: readonly string[]): () => void {
      const leaves = conversationIds.map((id) => rooms.join(id))
      return () => leaves.forEach((leave) => leave())
    },
    typed: ownTyping.typed,
    send(
      conversationId: string,
      content: string,
      replyToId: string | null = null,
      mentions: readonly Mention[] = [],
      files: readonly AttachedFile[] = [],
    ): void {
      ownTyping.stopped(conversationId)
      outgoing.send(conversationId, content, replyToId, mentions, files)
      registry.get(conversationId)?.toEnd()
      connection.tryAgain()
    },
    edit: outgoing.edit,
    delete: outgoing.delete,
    react: outgoing.react,
    /** Repeats an own message or edit that was refused. */
    retry: outgoing.retry,
    discard: outgoing.discard,
    connected(): void {
      state.disconnectedAt = null
      forEachOpen((control) => control.mayHaveMissed(true))
      rooms.connected()
      ownTyping.connected()
      wake()
      list.apply(lists.withStaleList)
      presences.refresh()
    },
    disconnected(): void {
      state.disconnectedAt ??= timers.now()
      rooms.disconnected()
      typing.clear()
    },
    receive(message: ServerMessage): void {
      if (!isClosed) handle(message)
    },
    /** The page is shown again, or the network is back. */
    resume(): void {
      rejoin()
      wake()
      presences.wake()
      list.apply(lists.withStaleList)
    },
    outboxChanged(): void {
      for (const command of ports.outbox.commands())
        if (command.state === 'refused' && isPlainChange(command)) {
          ports.onRefused?.(command.key)
          ports.outbox.discard(command.key)
        }
      forEachOpen((control) => control.outboxChanged())
    },
    /** A command of the outbox succeeded. */
    commandDone(command: Pick<OrderedCommand, 'endpoint' | 'params'>, response: unknown): void {
      const { endpoint, params } = command
      const conversationId = params['conversationId'] ?? ''
      if (isOfText(command) || isPlainChange(command)) {
        const { message } = response as { message: MessageResponse }
        messages.add([message])
        // The path of an edit and of a deletion, after which no earlier edit counts.
        if (endpoint.path === editMessage.path) outgoing.edited(message.id)
        registry.get(conversationId)?.messageReceived(message)
        list.apply(lists.withNewMessage, conversationId, message)
      } else if (endpoint.path === startConversation.path) list.apply(lists.withStaleList)
    },
    close(): void {
      isClosed = true
      cancelRejoin()
      presences.close()
      list.close()
      receipts.close()
      forEachOpen((control) => control.close())
    },
  }
}

type RoomAction = 'join' | 'leave' | 'typing_start' | 'typing_stop'

/**
 * The socket events about one conversation: the chats of trips have events of their own.
 * @param tripId of a trip's chat; null for any other, and while unknown: the server takes both for the same room
 */
function roomEvent(action: RoomAction, conversationId: string, tripId: string | null): [ClientEvent, object] {
  const isOfRoom = action === 'join' || action === 'leave'
  if (tripId === null) return [isOfRoom ? `${action}_conversation` : action, { conversationId }]
  return [isOfRoom ? `${action}_trip_chat` : `trip_${action}`, { tripId, chatId: conversationId }]
}
