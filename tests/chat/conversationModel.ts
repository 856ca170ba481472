// A minimal model of a conversation on the server, with which clients are compared.

import type { ConversationResponse, MessageResponse } from '#core/chat/contract.ts'
import type { ChatPerson } from '#core/chat/events.ts'
import type { Mention } from '#core/chat/mentions.ts'
import { idFrom } from '#core/kernel/ids.ts'
import type { PageRequest } from '#web/chat/engine/timeline/timeline.ts'

export const ann: ChatPerson = { id: 'ann-0000-0000-0000-000000000000', username: 'ann' }
export const ben: ChatPerson = { id: 'ben-0000-0000-0000-000000000000', username: 'ben' }
export const cho: ChatPerson = { id: 'cho-0000-0000-0000-000000000000', username: 'cho' }

/** The response of GET for a conversation: a group without messages, unless given otherwise. */
export const conversationResponse = (given: Partial<ConversationResponse> = {}): ConversationResponse => ({
  id: 'talk',
  type: 'group',
  trip_id: null,
  name: 'Talk',
  description: null,
  avatar_url: null,
  participants: [],
  unread_count: 0,
  message_count: 0,
  updated_at: '2026-05-02T10:00:00.000Z',
  last_message: null,
  last_seq: 0,
  ...given,
})

export interface ConversationModel {
  messages: readonly MessageResponse[]
  /** The same person and client id return the same message. */
  say(by: ChatPerson, content: string, clientId?: string): MessageResponse
  edit(seq: number, content: string, mentions?: readonly Mention[]): MessageResponse
  page(wanted: PageRequest): MessageResponse[]
}

/** @param tick the time of the next change, RFC 3339 */
export function conversationModel(tick = ticking()): ConversationModel {
  let messages: readonly MessageResponse[] = []
  return {
    get messages() {
      return messages
    },
    say(by, content, clientId = `message ${messages.length + 1}`) {
      const id = idFrom(by.id, clientId)
      const known = messages.find((message) => message.id === id)
      if (known) return known
      const at = tick()
      const message: MessageResponse = {
        id,
        seq: messages.length + 1,
        conversation_id: 'conversation',
        client_message_id: clientId,
        content,
        message_type: 'text',
        sender: by,
        reply_to: null,
        created_at: at,
        updated_at: at,
        is_edited: false,
      }
      messages = [...messages, message]
      return message
    },
    edit(seq, content, mentions = []) {
      const edited = { ...messages[seq - 1]!, content, mentions, updated_at: tick(), is_edited: true }
      messages = messages.with(seq - 1, edited)
      return edited
    },
    page({ limit, ...wanted }) {
      if (wanted.type === 'newest') return messages.slice(-limit)
      const at = messages.findIndex(({ id }) => id === wanted.id)
      if (at < 0) throw new Error('Message not found')
      return wanted.type === 'before'
        ? messages.slice(Math.max(0, at - limit), at)
        : messages.slice(at + 1, at + 1 + limit)
    },
  }
}

/** A clock that advances by one second at each call. */
export function ticking(from = '2026-05-02T10:00:00Z'): () => string {
  let now = Date.parse(from)
  return () => new Date((now += 1000)).toISOString()
}
