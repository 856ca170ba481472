// A person's conversations on this device: what is told over the socket, answered over HTTP and waiting in the outbox
// comes together here, and goes to the list and to the conversations that are open. It knows no browser.

import { ref } from 'valtio/vanilla'
import type { ConversationResponse, MessageResponse } from '#core/chat/contract.ts'
import type { ChatPorts } from '#web/chat/chatPorts.ts'
import type { Chat } from '#web/chat/chatShape.ts'
import type { ConversationList } from '#web/chat/conversationList.ts'
import * as lists from '#web/chat/conversationList.ts'
import { createListReader } from '#web/chat/listReader.ts'
import type { OpenControl } from '#web/chat/openShapes.ts'
import { createOpenOnes } from '#web/chat/openOnes.ts'
import { createOpenConversation } from '#web/chat/openConversation.ts'
import { createOutgoing } from '#web/chat/outgoing.ts'
import { createScrollPositions } from '#web/chat/places.ts'
import { createPresences } from '#web/chat/presences.ts'
import { createReadReceipts } from '#web/chat/readMarks.ts'
import { isMessage } from '#web/chat/unsent.ts'
import type { RoomAct } from '#web/platform/live/roomEvent.ts'
import { roomEvent } from '#web/platform/live/roomEvent.ts'
import { createRooms } from '#web/platform/live/rooms.ts'
import type { ServerMessage } from '#web/platform/live/socketPort.ts'
import { createOwnTyping, createTypingPeople } from '#web/platform/live/typing.ts'

/** A push can be lost between servers without any connection breaking. */
const LOOK_AGAIN_MS = 60_000

export function createChat(ports: ChatPorts): Chat {
  const { me, timers, connection, state } = ports
  // Of the next person it is another one.
  const shownOpen = state.open
  const places = createScrollPositions()
  const marks = createReadReceipts(ports, (id, seq) => set(lists.withReadUpTo(list, id, seq)))
  const opened = createOpenOnes({ make: makeOpen, onOpened })
  const outgoing = createOutgoing(ports)
  const presences = createPresences(ports, state.presences)
  let list = lists.listFromCache(lists.emptyList(me.id), ports.remembered?.conversations() ?? [])
  let isClosed = false
  state.lostAt = timers.now()
  show()

  const eventOf = (act: RoomAct, id: string) => roomEvent(act, id, lists.tripIdOf(list, id))
  const rooms = createRooms(timers, (act, conversationId) => {
    const said = eventOf(act, conversationId)
    if (act === 'leave') return connection.emit(...said)
    opened.get(conversationId)?.joining()
    connection.ask(...said)
  })
  const typers = createTypingPeople(timers, state.typing)
  const ownTyping = createOwnTyping(timers, (conversationId, isTyping) =>
    connection.emit(...eventOf(isTyping ? 'typing_start' : 'typing_stop', conversationId)),
  )
  const reader = createListReader({
    ports,
    get: () => list,
    set,
    shown: state.list,
    onMissing(id, status, message) {
      opened.get(id)?.gone(status === 404 ? 'Conversation not found.' : message)
    },
  })
  let stopLooking = lookAgain()
  reader.read()

  function lookAgain(): () => void {
    return timers.after(LOOK_AGAIN_MS, () => {
      if (ports.isVisible()) for (const conversationId of opened.ids()) rooms.askAgain(conversationId)
      stopLooking = lookAgain()
    })
  }

  function set(next: ConversationList): void {
    if (isClosed) return
    list = next
    const shown = show()
    for (const { id, last_message: last, last_seq: seq } of shown)
      if (last) places.learn([{ id: last.id, conversation_id: id, seq }])
    for (const control of opened.all()) control.listChanged()
    if (list.isLoaded) ports.remembered?.keepConversations(() => shown)
    reader.read()
  }

  function show(): readonly ConversationResponse[] {
    const conversations = lists.conversationsIn(list)
    const { isLoaded, hasMore } = list
    Object.assign(state.list, { conversations: ref(conversations), isLoaded, hasMore })
    return conversations
  }

  function makeOpen(conversationId: string): OpenControl {
    return createOpenConversation(conversationId, {
      ports,
      places,
      known() {
        const one = lists.conversationIn(list, conversationId)
        return one && { unread: one.unread_count, lastSeq: one.last_seq }
      },
      onRead(messageId, seq) {
        set(lists.withReadUpTo(list, conversationId, seq))
        marks.mark(conversationId, messageId, seq)
      },
      onChange: (open) => (shownOpen[conversationId] = ref(open)),
    })
  }

  function onOpened(conversationId: string, control: OpenControl): () => void {
    // What it fetches before it hears anything may miss what is said meanwhile.
    if (state.lostAt !== null) control.missedSomething(true)
    const leave = rooms.join(conversationId, true)
    set(lists.pinned(list, conversationId))
    return () => {
      ownTyping.stopped(conversationId)
      leave()
      delete shownOpen[conversationId]
      set(lists.unpinned(list, conversationId))
    }
  }

  function message(conversationId: string, told: MessageResponse, tripId: string | null = null): void {
    places.learn([told])
    typers.told(conversationId, { userId: told.sender.id, username: told.sender.username }, false)
    set(lists.messageTold(list, conversationId, told, tripId))
    opened.get(conversationId)?.pushed(told)
    // Its own answer may never come: this says as much.
    if (told.sender.id === me.id) outgoing.arrived(told.id)
  }

  function statusTold(told: Extract<ServerMessage, { event: 'message:status' }>['payload']): void {
    const place = places.of(told.message_id)
    if (place) opened.get(place.conversationId)?.statusTold(told)
    else for (const control of opened.all()) control.statusTold(told)
    if (told.user_id !== me.id || told.status !== 'read') return
    if (!place) return set(lists.doubted(list))
    opened.get(place.conversationId)?.readElsewhere(place.seq)
    set(lists.withReadUpTo(list, place.conversationId, place.seq))
  }

  function typingTold(
    told: Extract<ServerMessage, { event: 'user_typing' | 'trip:typing' }>['payload'],
  ): void {
    const { conversation_id: conversationId, user_id: userId, username, is_typing: isTyping } = told
    if (userId !== me.id) typers.told(conversationId, { userId, username }, isTyping)
  }

  function participantRemoved(
    told: Extract<ServerMessage, { event: 'trip:participant:removed' }>['payload'],
  ): void {
    set(lists.participantRemoved(list, told))
    ports.onTouched([`/trips/${told.trip_id}`])
    // Whether those on screen are among the trip's chats, the server knows.
    if (told.user_id === me.id) rooms.joinAgain()
  }

  function hear({ event, payload }: ServerMessage): void {
    switch (event) {
      case 'message:new':
        return message(payload.conversation_id, payload.message)
      case 'trip:message':
        return message(payload.conversation_id, payload.message, payload.trip_id)
      case 'message:status':
        return statusTold(payload)
      case 'user_typing':
      case 'trip:typing':
        return typingTold(payload)
      case 'user_presence':
        return presences.told(payload)
      case 'conversation_joined':
        opened.get(payload.conversationId)?.joined(payload.last_seq)
        return set(lists.knownUpTo(list, payload.conversationId, payload.last_seq))
      case 'trip:chat:created':
      case 'trip:chat:updated':
        set(lists.chatTold(list, payload))
        return ports.onTouched([`/trips/${payload.trip_id}/chats`])
      case 'trip:chat:deleted':
        set(lists.chatDeleted(list, payload))
        opened.get(payload.chat_id)?.gone('Conversation not found.')
        return ports.onTouched([`/trips/${payload.trip_id}/chats`])
      case 'trip:participant:added':
        set(lists.participantAdded(list))
        // Of what was said while one was out nothing was told.
        if (payload.participant.id === me.id) {
          set(lists.maybeBack(list))
          rejoin()
          // Whoever asked to join, or was invited, finds the trip among theirs.
          ports.onTouched(['/trips?', '/trip-invitations'])
        }
        return ports.onTouched([`/trips/${payload.trip_id}`])
      case 'trip:participant:removed':
        return participantRemoved(payload)
      case 'error':
        if (payload.code === 'ACCESS_DENIED' && payload.conversationId !== undefined)
          opened.get(payload.conversationId)?.gone('Access denied to conversation')
        return
      case 'authenticated':
      case 'auth_error':
      case 'conversation_left':
    }
  }

  return {
    loadMore: reader.loadMore,
    reloadList() {
      reader.wake()
      set(lists.doubted(list))
    },

    open: opened.open,
    watch(conversationIds) {
      const leaves = conversationIds.map((id) => rooms.join(id))
      return () => leaves.forEach((leave) => leave())
    },
    typed: ownTyping.typed,
    send(conversationId, content, replyToId = null) {
      ownTyping.stopped(conversationId)
      outgoing.send(conversationId, content, replyToId)
      opened.get(conversationId)?.toEnd()
      connection.tryAgain()
    },
    edit: outgoing.edit,
    retry: outgoing.retry,
    discard: outgoing.discard,
    connected() {
      state.lostAt = null
      for (const control of opened.all()) control.missedSomething(true)
      rooms.connected()
      ownTyping.connected()
      wake()
      set(lists.doubted(list))
      presences.read()
    },
    disconnected() {
      state.lostAt ??= timers.now()
      rooms.disconnected()
      typers.clear()
    },
    told(told) {
      if (!isClosed) hear(told)
    },
    resume() {
      rejoin()
      wake()
      presences.wake()
      set(lists.doubted(list))
    },
    outboxChanged() {
      for (const control of opened.all()) control.outboxChanged()
    },
    done({ call, params }, answer) {
      const conversationId = params['conversationId'] ?? ''
      if (isMessage(call.path)) {
        const { message: own } = answer as { message: MessageResponse }
        places.learn([own])
        opened.get(conversationId)?.answered(own)
        set(lists.messageTold(list, conversationId, own))
      } else if (call.path === '/conversations') set(lists.doubted(list))
    },
    close() {
      isClosed = true
      stopLooking()
      presences.close()
      reader.close()
      marks.close()
      for (const control of opened.all()) control.close()
    },
  }

  function rejoin(): void {
    for (const control of opened.all()) control.missedSomething(false)
    rooms.joinAgain()
  }

  function wake(): void {
    marks.wake()
    reader.wake()
    for (const control of opened.all()) control.wake()
  }
}
