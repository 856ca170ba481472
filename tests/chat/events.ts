// Short constructors for the events of a conversation of Ann, Ben and Cat.

import type { ConversationCommand } from '#core/chat/decider.ts'
import type { ConversationEvent, Message, ChatPerson } from '#core/chat/events.ts'
import type { DomainEvent } from '#core/kernel/decider.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import { idFrom } from '#core/kernel/ids.ts'

export const ann: ChatPerson = { id: 'ann', username: 'Ann' }
export const ben: ChatPerson = { id: 'ben', username: 'Ben' }
export const cat: ChatPerson = { id: 'cat', username: 'Cat' }

const conversationId = 'talk'

export const direct = (): ConversationEvent => ({
  type: 'DirectConversationStarted',
  data: { conversationId, people: [ann, ben] },
})
export const group = (...others: ChatPerson[]): ConversationEvent => ({
  type: 'GroupStarted',
  data: { conversationId, name: 'Walkers', description: null, people: [ann, ...others], startedBy: ann },
})
export const tripChat = (): ConversationEvent => ({
  type: 'TripChatCreated',
  data: { conversationId, tripId: 'trip', name: 'Food', description: null, createdBy: ann },
})
export const chatDeleted = (lastSeq = 0): ConversationEvent => ({
  type: 'TripChatDeleted',
  data: { conversationId, tripId: 'trip', lastSeq },
})

export const message = (seq: number, more: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  seq,
  clientMessageId: null,
  content: `Message ${seq}`,
  messageType: 'text',
  sender: ann,
  replyTo: null,
  createdAt: '2026-05-02T10:00:00.000Z',
  ...more,
})
export const sent = (seq: number, more: Partial<Message> = {}): ConversationEvent => ({
  type: 'MessageSent',
  data: { conversationId, message: message(seq, more) },
})
export const edited = (
  seq: number,
  content: string,
  last = { seq, at: '2026-05-02T10:00:00.000Z' },
  editedAt = '2026-05-02T11:00:00.000Z',
): ConversationEvent => ({
  type: 'MessageEdited',
  data: { conversationId, messageId: `m${seq}`, seq, content, editedAt, last },
})

/** Ann is no organizer. */
export const mentionable = { ids: ['ann', 'ben', 'cat'], all: false }

type Send = Extract<ConversationCommand, { type: 'SendMessage' }>

/** A command of Ann's that sends a text at 11:00. */
export const send = (
  messageId: string,
  content: string,
  more: Partial<Omit<Send, 'type' | 'body'>> & { body?: Partial<Send['body']> } = {},
): Send => ({
  type: 'SendMessage',
  messageId,
  by: ann,
  quote: null,
  earlier: null,
  mentionable,
  now: '2026-05-02T11:00:00.000Z',
  ...more,
  body: { content, message_type: 'text', ...more.body },
})

const PART = 200

/** Appends many events to a stream, as commands long ago would have: so many at once that the longest messages fit. */
export async function appendEvents(
  store: EventStore,
  stream: string,
  events: readonly DomainEvent[],
): Promise<void> {
  const [last] = await store.read(stream, { backward: true, limit: 1 })
  let revision = last?.revision ?? -1
  for (let from = 0; from < events.length; from += PART) {
    const stored = events.slice(from, from + PART).map((event, at) => {
      const key = idFrom(stream, `${revision} ${at}`)
      const meta = { actor: 'long ago', at: '2026-05-01T00:00:00.000Z', key, digest: 'd', requestId: 'r' }
      return { ...event, meta: { ...meta, v: 1, prev: null } }
    })
    revision = (await store.append(stream, revision, stored)).revision
  }
}
