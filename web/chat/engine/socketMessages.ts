// Applies each message that the server sends over the socket to the parts of the chat.

import type { TripChatResponse } from '#core/chat/tripChatContract.ts'
import type { MessageResponse } from '#core/chat/contract.ts'
import type { ChatPorts } from '#web/chat/engine/chatPorts.ts'
import * as lists from '#web/chat/engine/list/conversationList.ts'
import { conversationSearches, type ListStore } from '#web/chat/engine/list/listStore.ts'
import type { Rooms } from '#web/chat/engine/live/rooms.ts'
import type { ServerMessage, ServerPayload } from '#web/chat/engine/live/socketPort.ts'
import type { TypingPeople } from '#web/chat/engine/live/typing.ts'
import type { MessageIndex } from '#web/chat/engine/messageIndex.ts'
import type { ConversationRegistry } from '#web/chat/engine/open/conversationRegistry.ts'
import type { OutgoingMessages } from '#web/chat/engine/outgoingMessages.ts'
import type { Presences } from '#web/chat/engine/presences.ts'

interface SocketMessagesDeps {
  ports: Pick<ChatPorts, 'me' | 'onMessage' | 'onStale'>
  list: ListStore
  messages: MessageIndex
  registry: ConversationRegistry
  outgoing: OutgoingMessages
  presences: Presences
  rooms: Rooms
  typing: TypingPeople
  /** Messages may have been missed while this person was not in the conversations. */
  rejoin(): void
}

/** Over 80 lines, because it has a case for each message of the protocol. */
export function createSocketMessageHandler(deps: SocketMessagesDeps): (message: ServerMessage) => void {
  const { ports, list, messages, registry, outgoing, presences, rooms, typing, rejoin } = deps
  const { me, onStale } = ports

  function messageReceived(conversationId: string, message: MessageResponse, tripId: string | null): void {
    const { id, sender } = message
    messages.add([message])
    typing.received(conversationId, { userId: sender.id, username: sender.username }, false)
    list.apply(lists.withNewMessage, conversationId, message, tripId)
    registry.get(conversationId)?.messageReceived(message)
    // The response to the command may never arrive; this push confirms it as well.
    if (sender.id === me.id) outgoing.stored(id)
    // An edited message is pushed again, with its number.
    else if (!message.is_edited && message.message_type !== 'system')
      ports.onMessage?.(conversationId, message)
  }

  function changeReceived(payload: ServerPayload<'message:reaction' | 'message:deleted'>): void {
    const { conversation_id: conversationId, message } = payload
    messages.add([message])
    list.apply(lists.withNewMessage, conversationId, message)
    registry.get(conversationId)?.messageReceived(message)
  }

  function statusReceived(update: ServerPayload<'message:status'>): void {
    const location = messages.get(update.message_id)
    if (location) registry.get(location.conversationId)?.statusReceived(update)
    else for (const control of registry.all()) control.statusReceived(update)
    if (update.user_id !== me.id || update.status !== 'read') return
    if (!location) return list.apply(lists.withStaleList)
    registry.get(location.conversationId)?.readUpTo(location.seq)
    list.apply(lists.withReadUpTo, location.conversationId, location.seq)
  }

  function typingReceived(payload: ServerPayload<'user_typing' | 'trip:typing'>): void {
    const { conversation_id: conversationId, user_id: userId, username, is_typing: isTyping } = payload
    if (userId !== me.id) typing.received(conversationId, { userId, username }, isTyping)
  }

  function participantAdded({ participant, trip_id: tripId }: ServerPayload<'trip:participant:added'>): void {
    // A new participant of a trip joins all its chats.
    list.apply(lists.withStaleList)
    if (participant.id === me.id) {
      list.apply(lists.withStalePins)
      rejoin()
      // The trip is now among this person's, and the invitation or request is not.
      onStale(['/trips?', '/trip-invitations'])
    }
    onStale([`/trips/${tripId}`])
  }

  function participantRemoved(payload: ServerPayload<'trip:participant:removed'>): void {
    list.apply(lists.withParticipantRemoved, payload)
    onStale([`/trips/${payload.trip_id}`])
    // Only the server knows whether the open conversations are among the trip's chats: it refuses to join those.
    if (payload.user_id === me.id) rooms.joinAgain()
  }

  return ({ event, payload }) => {
    switch (event) {
      case 'conversation:started':
        return list.apply(lists.withStaleList)
      case 'conversation:changed':
        return list.apply(lists.withStaleConversation, payload.conversation_id)
      case 'message:new':
        return messageReceived(payload.conversation_id, payload.message, null)
      case 'trip:message':
        return messageReceived(payload.conversation_id, payload.message, payload.trip_id)
      case 'message:reaction':
      case 'message:deleted':
        return changeReceived(payload)
      case 'message:status':
        return statusReceived(payload)
      case 'user_typing':
      case 'trip:typing':
        return typingReceived(payload)
      case 'user_presence':
        return presences.received(payload)
      case 'conversation_joined':
        registry.get(payload.conversationId)?.joined(payload.last_seq)
        return list.apply(lists.withLastSeq, payload.conversationId, payload.last_seq)
      case 'trip:chat:created':
      case 'trip:chat:updated':
        list.apply(lists.withTripChat, payload)
        return onStale([`/trips/${payload.trip_id}/chats`], ({ data }) => listsChat(data, payload.chat))
      case 'trip:chat:deleted':
        list.apply(lists.withoutTripChat, payload)
        registry.get(payload.chat_id)?.gone()
        return onStale([`/trips/${payload.trip_id}/chats`, conversationSearches])
      case 'trip:participant:added':
        return participantAdded(payload)
      case 'trip:participant:removed':
        return participantRemoved(payload)
      case 'error':
        if (payload.code === 'ACCESS_DENIED' && payload.conversationId !== undefined)
          registry.get(payload.conversationId)?.gone('Access denied to conversation')
        return
      case 'authenticated':
      case 'auth_error':
      case 'conversation_left':
    }
  }
}

/** The list of a trip's chats, or the chat itself, is fetched with this version of the chat already. */
function listsChat(
  data: object | null,
  { id, name, description, updated_at: at }: TripChatResponse,
): boolean {
  const { chats, chat } = (data ?? {}) as { chats?: TripChatResponse[]; chat?: TripChatResponse }
  const known = chat ?? chats?.find((one) => one.id === id)
  return (
    known?.id === id && known.updated_at >= at && known.name === name && known.description === description
  )
}
