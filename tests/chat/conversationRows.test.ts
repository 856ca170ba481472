// The rows of conversations and of trip chats, rendered without a browser.

import { type ReactElement, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { TripChatResponse } from '#core/chat/contract.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { clockTime, listTime, tripChatTime } from '#web/chat/messageTimes.ts'
import { type ConversationRowProps, ConversationRow } from '#web/chat/list/ConversationRow.tsx'
import { TripChatRow } from '#web/chat/trip/TripChatRow.tsx'

const now = Date.parse('2026-05-20T12:00:00Z')
const HOUR_MS = 3_600_000
const people = [
  { id: 'a', username: 'ann' },
  { id: 'b', username: 'ben' },
]

const conversation = {
  id: 'c1',
  type: 'direct',
  trip_id: null,
  name: 'ben',
  description: null,
  avatar_url: null,
  participants: people,
  unread_count: 0,
  message_count: 12,
  updated_at: new Date(now - HOUR_MS).toISOString(),
  last_message: {
    id: 'm1',
    content: 'Are you up?',
    message_type: 'text',
    sender: people[1]!,
    created_at: new Date(now - HOUR_MS).toISOString(),
  },
  last_seq: 12,
} satisfies ConversationRowProps['conversation']

const textsOf = (element: ReactElement): string[] =>
  renderToStaticMarkup(element)
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== '')

describe('a conversation in the list', () => {
  const shown = {
    conversation,
    myId: 'a',
    isOpen: false,
    isOnline: false,
    isTyping: false,
    draft: '',
    pending: null,
    now,
  }
  const row = (changes: Partial<ConversationRowProps> = {}) =>
    textsOf(createElement(ConversationRow, { ...shown, ...changes }))

  test('A conversation row shows the name, the last message and its time', () => {
    coversSpec('§2 Conversation list: Each row', '§2 Conversation list: Time is clock time')

    expect(row()).toEqual(['B', 'ben', 'Are you up?', clockTime(now - HOUR_MS)])
    const updated_at = new Date(now - 40 * HOUR_MS).toISOString()
    expect(row({ conversation: { ...conversation, updated_at } }).at(-1)).toBe(
      listTime(now - 40 * HOUR_MS, now),
    )
  })

  test('A conversation row has a badge with the unread count, and none where everything is read', () => {
    coversSpec('§2 Conversation list: Each row')

    expect(row({ conversation: { ...conversation, unread_count: 3 } }).slice(-2)).toEqual(['3', '3 unread'])
    expect(row().join(' ')).not.toContain('unread')
  })

  test('A conversation row marks the other person of a direct conversation as online, and nobody in a group', () => {
    coversSpec('§2 Conversation list: Each row')

    expect(row({ isOnline: true })).toContain('Online')
    expect(row()).not.toContain('Online')
    const group = { ...conversation, type: 'group' as const, name: 'Walkers' }
    expect(row({ conversation: group, isOnline: true })).not.toContain('Online')
  })

  test('A conversation row shows who is typing in place of the last message', () => {
    coversSpec('§2 Conversation list: Each row')

    const texts = row({ isTyping: true })
    expect(texts).toContain('Someone is typing...')
    expect(texts).not.toContain('Are you up?')
  })
})

test('A trip chat row shows the last message, its time, the number of people, of messages and of unread messages', () => {
  coversSpec('§2 Chat: A list of trip chats', '§2 Chat: Time shows as HH:mm')

  const updated_at = new Date(now - 40 * HOUR_MS).toISOString()
  const chat: TripChatResponse = {
    ...conversation,
    type: 'trip_chat',
    trip_id: 't1',
    name: 'Food',
    unread_count: 2,
    updated_at,
    created_at: updated_at,
  }
  const props = { chat, myId: 'a', now, onOpen: () => undefined }
  const when = tripChatTime(now - 40 * HOUR_MS, now)
  expect(textsOf(createElement(TripChatRow, props))).toEqual(
    expect.arrayContaining(['Food', 'ben', 'Are you up?', '2 members', '12 messages', when, '2', '2 unread']),
  )
})
