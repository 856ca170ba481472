// What a pushed message does besides appearing: it may be news, which a notification tells while no window is visible,
// and it ends its author's typing.

import { expect, test } from 'vitest'
import type { ConversationResponse, MessageResponse } from '#core/chat/contract.ts'
import { createChat } from '#web/chat/engine/chat.ts'
import { emptyChatState } from '#web/chat/engine/chatState.ts'
import { virtualTime } from '#tests/support/virtualTime.ts'

const [ann, ben] = [
  { id: 'ann', username: 'ann' },
  { id: 'ben', username: 'ben' },
]

const said = (seq: number, more: Partial<MessageResponse> = {}): MessageResponse => ({
  ...{ id: `m${seq}`, seq, conversation_id: 'c', client_message_id: null, content: `${seq}` },
  ...{ message_type: 'text', sender: ben, reply_to: null, is_edited: false },
  ...{ created_at: `2026-05-02T10:00:0${seq}.000Z`, updated_at: `2026-05-02T10:00:0${seq}.000Z` },
  ...more,
})

const conversation: ConversationResponse = {
  ...{ id: 'c', type: 'direct', trip_id: null, trip: null, name: 'ben', description: null, avatar_url: null },
  ...{ participants: [ann, ben], unread_count: 0, message_count: 2, last_seq: 2 },
  ...{ updated_at: '2026-05-02T10:00:02.000Z', last_message: null },
}

/** Ann's chat, with a conversation of two messages. */
function chatOfAnn() {
  const news: string[] = []
  const time = virtualTime()
  const state = emptyChatState()
  const chat = createChat({
    me: ann,
    cache: {
      loadList: () => ({ conversations: [conversation], unreadElsewhere: [] }),
      loadMessages: () => [],
      saveList: () => undefined,
      saveMessages: () => undefined,
      deleteMessages: () => undefined,
    },
    request: async () => ({ state: 'unreachable' }),
    outbox: { commands: () => [], add: () => undefined, retry: () => undefined, discard: () => undefined },
    connection: { emit: () => undefined, ask: () => undefined, tryAgain: () => undefined },
    timers: time,
    random: () => 0,
    newKey: () => 'key',
    isVisible: () => false,
    onMessage: (_, { content }) => news.push(content),
    onStale: () => undefined,
    state,
    byReference: (value) => value,
  })
  const push = (message: MessageResponse) =>
    chat.receive({ event: 'message:new', payload: { conversation_id: 'c', message } })
  return { chat, news, push, state }
}

test('A new message of somebody else is news, an own one is not', () => {
  const { chat, news, push } = chatOfAnn()
  push(said(3))
  push(said(4, { sender: ann }))
  expect(news).toEqual(['3'])
  chat.close()
})

test('An edit of a message is no news', () => {
  const { chat, news, push } = chatOfAnn()
  push(said(1, { content: 'one, edited', is_edited: true }))
  expect(news).toEqual([])
  chat.close()
})

test('A message ends the typing of its author, and of nobody else', () => {
  const { chat, push, state } = chatOfAnn()
  for (const { id, username } of [ben, { id: 'cal', username: 'cal' }])
    chat.receive({
      event: 'user_typing',
      payload: { conversation_id: 'c', user_id: id, username, is_typing: true },
    })
  const typing = () => state.typing['c']?.map(({ username }) => username)
  expect(typing()).toEqual(['ben', 'cal'])
  push(said(3))
  expect(typing()).toEqual(['cal'])
  chat.close()
})
