// The rows of conversations, of trip chats, of contacts and of messages, rendered without a browser.

import { type ReactElement, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { TripChatResponse } from '#core/chat/tripChatContract.ts'
import type { User } from '#core/people/contract.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import type { MessageRow } from '#web/chat/engine/timeline/timelineRows.ts'
import { clockTime, listTime, tripChatTime } from '#web/chat/messageTimes.ts'
import { ContactRow } from '#web/chat/contacts/ContactRow.tsx'
import { meFirst } from '#web/chat/ConversationAvatar.tsx'
import { type ConversationRowProps, ConversationRow } from '#web/chat/list/ConversationRow.tsx'
import { TripChatRow } from '#web/chat/trip/TripChatRow.tsx'
import { MessageBubble } from '#web/chat/view/MessageBubble.tsx'

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

const group = {
  ...conversation,
  type: 'group' as const,
  name: 'Walkers',
  participants: [people[0]!, { id: 'c', username: 'cat' }, people[1]!, { id: 'd', username: 'dan' }],
}

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
    presence: undefined,
    isTyping: false,
    draft: '',
    pending: null,
    now,
  }
  const row = (changes: Partial<ConversationRowProps> = {}) =>
    textsOf(createElement(ConversationRow, { ...shown, ...changes }))

  test('A conversation row shows the name, the last message and its time', () => {
    coversSpec('§2 Conversation list: Each row', '§2 Conversation list: Time is clock time')

    expect(row()).toEqual(['B', 'ben', clockTime(now - HOUR_MS), 'Are you up?'])
    const updated_at = new Date(now - 40 * HOUR_MS).toISOString()
    expect(row({ conversation: { ...conversation, updated_at } })).toContain(
      listTime(now - 40 * HOUR_MS, now),
    )
  })

  test('A conversation row has a badge with the unread count, and none where everything is read', () => {
    coversSpec('§2 Conversation list: Each row')

    expect(row({ conversation: { ...conversation, unread_count: 3 } }).slice(-2)).toEqual(['3', '3 unread'])
    expect(row().join(' ')).not.toContain('unread')
  })

  test('A conversation row marks the other person of a direct conversation as online or away, and nobody in a group', () => {
    coversSpec('§2 Conversation list: Each row')

    expect(row({ presence: 'online' })).toContain('Online')
    expect(row({ presence: 'away' })).toContain('Away')
    for (const presence of ['offline', undefined] as const)
      expect(row({ presence }).join(' ')).not.toMatch(/Online|Away|Offline/)
    expect(row({ conversation: group, presence: 'online' })).not.toContain('Online')
  })

  test('The row of a group shows two of the others, and this person where there is only one other', () => {
    expect(row({ conversation: group }).slice(0, 3)).toEqual(['C', 'B', 'Walkers'])
    const participants = group.participants.slice(0, 2)
    expect(row({ conversation: { ...group, participants } }).slice(0, 3)).toEqual(['C', 'A', 'Walkers'])
  })

  test('The row of a trip chat shows the name of the trip below its own', () => {
    const chat = {
      ...conversation,
      type: 'trip_chat' as const,
      trip_id: 't1',
      trip: { title: 'Up the coast', destination: 'Sai Kung' },
      name: 'Food',
    }
    const time = clockTime(now - HOUR_MS)
    expect(row({ conversation: chat })).toEqual(['Food', time, 'Up the coast', 'ben', ':', 'Are you up?'])
    // An older offline cache does not have it.
    const { trip: _, ...cached } = chat
    expect(row({ conversation: cached })).not.toContain('Up the coast')
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

test('The people of a conversation are listed with this person first, the others in their order', () => {
  expect(meFirst(group.participants, 'b').map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd'])
  expect(meFirst(group.participants, 'x')).toEqual(group.participants)
})

test('A contact row shows the presence, when an absent person was last seen, a marker for administrators, and a named button', () => {
  coversSpec('§2 Contacts: Each contact')

  const lastSeen = new Date(now - 2 * HOUR_MS).toISOString()
  const row = (status: User['status'], isAdmin = false) => {
    const user: User = { id: 'b', username: 'ben', email: null, isAdmin, status, lastSeen }
    const props = { user, presence: { status, lastSeen }, now, isStarting: false, onStart: ignore }
    return createElement(ContactRow, props)
  }
  expect(textsOf(row('online'))).toEqual(['B', 'ben', 'Online'])
  expect(textsOf(row('away', true))).toEqual(['B', 'ben', 'Administrator', 'Away'])
  expect(textsOf(row('offline'))).toEqual(['B', 'ben', 'Offline', '·', 'last seen 2 hours ago'])
  expect(renderToStaticMarkup(row('online'))).toContain('aria-label="Start chat with ben"')
})

test('Each message shows its time, also within a run', () => {
  coversSpec('§2 Conversation view: Message bubbles')

  const row = {
    type: 'message',
    key: 'm1',
    seq: 1,
    sender: people[0]!,
    content: 'Here I am',
    messageType: 'text',
    replyTo: null,
    at: conversation.updated_at,
    isEdited: false,
    isDeleted: false,
    reactions: [],
    files: [],
    isOwn: true,
    status: 'read',
    startsRun: true,
    endsRun: false,
    isMemoryOnly: false,
    error: null,
  } satisfies MessageRow
  const actions = {
    onMenu: ignore,
    onJumpToQuoted: ignore,
    onRetry: ignore,
    onDelete: ignore,
    onReact: ignore,
    onMention: ignore,
    onOpenPhoto: ignore,
  }
  for (const changes of [{}, { isOwn: false, status: null }, { isOwn: false, status: null, endsRun: true }]) {
    const props = {
      row: { ...row, ...changes },
      myId: row.sender.id,
      time: '12:46',
      mentionNames: '',
      actions,
      isTabStop: false,
      isHighlighted: false,
      isFound: false,
    }
    const html = renderToStaticMarkup(createElement(MessageBubble, props))
    expect(html).toMatch(/<time[^>]*>12:46<\/time>/)
    expect(html).not.toMatch(/<time[^>]*sr-only/)
  }
})

const ignore = () => undefined
