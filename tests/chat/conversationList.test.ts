// The list of conversations while pushes and responses arrive in different orders.

import { describe, expect, test } from 'vitest'
import type { ConversationResponse, MessageResponse } from '#core/chat/contract.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import type { ConversationList } from '#web/chat/engine/list/conversationList.ts'
import * as lists from '#web/chat/engine/list/conversationList.ts'
import { listFromCache } from '#web/chat/engine/list/listFromCache.ts'
import { ann, ben, conversationModel, conversationResponse } from '#tests/chat/conversationModel.ts'

const talk = () => {
  const model = conversationModel()
  for (const text of ['one', 'two', 'three']) model.say(ben, text)
  return model
}

/** The response of GET for one conversation. */
function answer(
  messages: readonly MessageResponse[],
  given: Partial<ConversationResponse> = {},
): ConversationResponse {
  const last = messages.at(-1)
  return conversationResponse({
    unread_count: messages.length,
    message_count: messages.length,
    updated_at: last?.created_at ?? '',
    last_message: last ? { ...last } : null,
    last_seq: messages.length,
    ...given,
  })
}

const readAt = (list: ConversationList, ...conversations: ConversationResponse[]) =>
  lists.withNewestPage(list, list.clock, { conversations, hasMore: false })
const shown = (list: ConversationList, id = 'talk') => lists.findConversation(list, id)
const isSure = (list: ConversationList) => {
  const { list: whole, ids } = lists.findStaleParts(list)
  return !whole && ids.length === 0
}

describe('a pushed message', () => {
  test('A pushed message becomes the last of its conversation, counts as unread and moves the conversation to the top', () => {
    coversSpec('§4 Messages: The list stays ordered', '§4 Messages: A trip chat message')

    const model = talk()
    const other = answer([], { id: 'other', updated_at: '2027-01-01T00:00:00.000Z' })
    const list = readAt(lists.emptyList(ann.id), other, answer(model.messages))
    const pushed = lists.withNewMessage(list, 'talk', {
      ...model.say(ben, 'four'),
      created_at: '2027-01-02T00:00:00.000Z',
    })
    expect(lists.toConversations(pushed).map(({ id }) => id)).toEqual(['talk', 'other'])
    expect(shown(pushed)).toMatchObject({
      unread_count: 4,
      message_count: 4,
      last_message: { content: 'four' },
    })
    expect(isSure(pushed)).toBe(true)
  })

  test('A pushed message of the user is not unread, and a message pushed twice counts once', () => {
    coversSpec('§4 Messages: A new message is added', '§4 Messages: A trip chat message')

    const model = talk()
    const list = readAt(lists.emptyList(ann.id), answer(model.messages))
    const own = model.say(ann, 'mine')
    const pushed = lists.withNewMessage(lists.withNewMessage(list, 'talk', own), 'talk', own)
    expect(shown(pushed)).toMatchObject({ unread_count: 3, message_count: 4 })
  })

  test('A pushed message behind a gap waits for another fetch', () => {
    const model = talk()
    const list = readAt(lists.emptyList(ann.id), answer(model.messages))
    model.say(ben, 'four')
    const pushed = lists.withNewMessage(list, 'talk', model.say(ben, 'five'))
    expect(shown(pushed)).toMatchObject({ unread_count: 3, last_message: { content: 'three' } })
    expect(lists.findStaleParts(pushed)).toEqual({ list: false, ids: ['talk'] })
    const read = lists.withFetchedConversation(pushed, pushed.clock, answer(model.messages))
    expect(shown(read)).toMatchObject({ unread_count: 5 })
    expect(isSure(read)).toBe(true)
  })

  test('A message pushed while the list is loading is not lost with the response', () => {
    const model = talk()
    const empty = lists.emptyList(ann.id)
    const before = answer(model.messages)
    const pushed = lists.withNewMessage(empty, 'talk', model.say(ben, 'four'))
    const read = lists.withNewestPage(pushed, empty.clock, { conversations: [before], hasMore: false })
    expect(shown(read)).toMatchObject({ unread_count: 4, last_message: { content: 'four' } })
  })

  test('A pushed message of a conversation that the response lacks triggers a fetch of the conversation', () => {
    const empty = lists.emptyList(ann.id)
    const pushed = lists.withNewMessage(empty, 'new', talk().messages[0]!)
    const read = lists.withNewestPage(pushed, empty.clock, { conversations: [], hasMore: false })
    expect(lists.findStaleParts(read)).toEqual({ list: false, ids: ['new'] })
    expect(lists.toConversations(read)).toEqual([])
  })

  test('A conversation without access leaves the list once a later fetch says so', () => {
    const model = talk()
    let list = readAt(lists.emptyList(ann.id), answer(model.messages))
    const { clock } = list
    list = lists.withNewMessage(list, 'talk', model.say(ben, 'four'))
    list = lists.withNewestPage(list, clock, { conversations: [], hasMore: false })
    expect(lists.findStaleParts(list).ids).toEqual(['talk'])
    expect(lists.toConversations(lists.withoutMissing(list, list.clock, 'talk'))).toEqual([])
    // A 404 from before the conversation was published does not remove it.
    expect(lists.toConversations(lists.withoutMissing(list, clock, 'talk'))).toHaveLength(1)
  })
})

describe('an edit of the newest message', () => {
  test('An edit of the last message shows at once, whichever version the pending response has', () => {
    const model = talk()
    const old = answer(model.messages)
    const list = readAt(lists.emptyList(ann.id), old)
    const { clock } = list
    const pushed = lists.withNewMessage(list, 'talk', model.edit(3, 'THREE'))
    const read = lists.withFetchedConversation(pushed, clock, old)
    expect(shown(read)!.last_message!.content).toBe('THREE')
    const again = lists.withFetchedConversation(read, read.clock, answer(model.messages))
    expect(isSure(again)).toBe(true)
    expect(shown(again)!.last_message!.content).toBe('THREE')
  })

  test('An edit pushed late, after a newer one was fetched, is corrected by another fetch', () => {
    const model = talk()
    const first = model.edit(3, 'first')
    model.edit(3, 'second')
    const list = readAt(lists.emptyList(ann.id), answer(model.messages))
    const late = lists.withNewMessage(list, 'talk', first)
    expect(lists.findStaleParts(late).ids).toEqual(['talk'])
    const read = lists.withFetchedConversation(late, late.clock, answer(model.messages))
    expect(shown(read)!.last_message!.content).toBe('second')
  })

  test('An edit of a read or own message before it leaves the list unchanged', () => {
    const model = talk()
    model.say(ann, 'four')
    model.say(ben, 'five')
    const list = lists.withReadUpTo(readAt(lists.emptyList(ann.id), answer(model.messages)), 'talk', 1)
    const counted = lists.withFetchedConversation(
      list,
      list.clock,
      answer(model.messages, { unread_count: 3 }),
    )
    for (const seq of [1, 4]) {
      const pushed = lists.withNewMessage(counted, 'talk', model.edit(seq, 'other words'))
      expect(shown(pushed)).toEqual(shown(counted))
      expect(isSure(pushed)).toBe(true)
    }
  })

  test('An edit of an unread message before it may mention the reader, so the server counts again', () => {
    const model = talk()
    const list = readAt(lists.emptyList(ann.id), answer(model.messages, { mention_count: 0 }))
    const mentions = [{ start: 0, length: 4, userId: ann.id }]
    const pushed = lists.withNewMessage(list, 'talk', model.edit(1, '@ann', mentions))
    expect(lists.findStaleParts(pushed).ids).toEqual(['talk'])
    const counted = answer(model.messages, { mention_count: 1 })
    const read = lists.withFetchedConversation(pushed, pushed.clock, counted)
    expect([shown(read)?.mention_count, isSure(read)]).toEqual([1, true])
  })
})

describe('read marker', () => {
  test('A message that the user has read is not unread again after a pending response', () => {
    const model = talk()
    const list = readAt(lists.emptyList(ann.id), answer(model.messages))
    const read = lists.withReadUpTo(list, 'talk', 3)
    expect(shown(read)!.unread_count).toBe(0)
    const late = lists.withFetchedConversation(read, list.clock, answer(model.messages))
    expect(shown(late)!.unread_count).toBe(0)
    expect(isSure(late)).toBe(true)
  })

  test('The server counts the unread messages after a partial read on another device', () => {
    const model = talk()
    const list = readAt(lists.emptyList(ann.id), answer(model.messages))
    const part = lists.withReadUpTo(list, 'talk', 2)
    expect(lists.findStaleParts(part).ids).toEqual(['talk'])
    const late = lists.withFetchedConversation(part, list.clock, answer(model.messages))
    expect(lists.findStaleParts(late).ids).toEqual(['talk'])
    const sure = lists.withFetchedConversation(late, late.clock, answer(model.messages, { unread_count: 1 }))
    expect(shown(sure)!.unread_count).toBe(1)
    expect(isSure(sure)).toBe(true)
  })

  test('A message after the last read message is unread', () => {
    const model = talk()
    const list = lists.withReadUpTo(readAt(lists.emptyList(ann.id), answer(model.messages)), 'talk', 3)
    const pushed = lists.withNewMessage(list, 'talk', model.say(ben, 'four'))
    expect(shown(pushed)!.unread_count).toBe(1)
  })
})

describe('the chats of a trip', () => {
  const chat = (name: string) => ({ ...answer([], { name }), trip_id: 'trip', created_at: '' })

  test('A new trip chat is fetched, and a renamed one has its name at once and is fetched again', () => {
    const created = lists.withTripChat(readAt(lists.emptyList(ann.id)), {
      trip_id: 'trip',
      chat: chat('Food'),
    })
    expect(lists.findStaleParts(created).ids).toEqual(['talk'])
    const list = lists.withFetchedConversation(created, created.clock, answer([], { name: 'Food' }))
    const renamed = lists.withTripChat(list, { trip_id: 'trip', chat: chat('Drinks') })
    expect(shown(renamed)!.name).toBe('Drinks')
    expect(lists.findStaleParts(renamed).ids).toEqual(['talk'])
  })

  test('A deleted trip chat leaves the list, whatever late events arrive for it', () => {
    const model = talk()
    const list = readAt(lists.emptyList(ann.id), answer(model.messages))
    let gone = lists.withoutTripChat(list, { trip_id: 'trip', chat_id: 'talk' })
    gone = lists.withNewMessage(gone, 'talk', model.say(ben, 'four'))
    gone = lists.withTripChat(gone, { trip_id: 'trip', chat: chat('Talk') })
    gone = lists.withNewestPage(gone, list.clock, { conversations: [answer(model.messages)], hasMore: false })
    gone = lists.withFetchedConversation(gone, list.clock, answer(model.messages))
    expect(lists.toConversations(gone)).toEqual([])
    expect(isSure(gone)).toBe(true)
  })

  test('The chats of a trip leave at once with the user, and are fetched again when others come or go', () => {
    let list = readAt(lists.emptyList(ann.id), answer([]), answer([], { id: 'private' }))
    list = lists.withNewMessage(list, 'talk', talk().messages[0]!, 'trip')
    const left = lists.withParticipantRemoved(list, { trip_id: 'trip', user_id: ann.id })
    expect(lists.toConversations(left).map(({ id }) => id)).toEqual(['private'])
    expect(lists.findStaleParts(left).list).toBe(true)
    const other = lists.withParticipantRemoved(list, { trip_id: 'trip', user_id: ben.id })
    expect(lists.toConversations(other)).toHaveLength(2)
    expect(lists.findStaleParts(other).list).toBe(true)
  })

  test('A response from before the user left does not return the chats of the trip', () => {
    const list = readAt(lists.emptyList(ann.id), answer([]))
    const left = lists.withParticipantRemoved(list, { trip_id: 'trip', user_id: ann.id })
    const after = readAt(left)
    const late = lists.withFetchedConversation(after, list.clock, answer([]))
    expect(lists.toConversations(late)).toEqual([])
    expect(lists.findStaleParts(late).ids).toEqual(['talk'])
    expect(lists.withNewestPage(after, list.clock, { conversations: [answer([])], hasMore: false })).toBe(
      after,
    )
  })

  test('A response to an older request that arrives late does not restore an old name', () => {
    const list = readAt(lists.emptyList(ann.id), answer([], { name: 'Old' }))
    const pushed = lists.withTripChat(list, { trip_id: 'trip', chat: chat('New') })
    const sure = lists.withFetchedConversation(pushed, pushed.clock, answer([], { name: 'New' }))
    const late = lists.withFetchedConversation(sure, list.clock, answer([], { name: 'Old' }))
    expect(shown(late)!.name).toBe('New')
  })
})

test('Further pages are appended below, and a conversation that left the first page no longer counts as part of it', () => {
  const page = Array.from({ length: 3 }, (_, i) =>
    answer([], { id: `c${i}`, updated_at: `2026-01-0${9 - i}T00:00:00.000Z` }),
  )
  let list = lists.withNewestPage(lists.emptyList(ann.id), 0, {
    conversations: page.slice(0, 2),
    hasMore: true,
  })
  list = lists.withOlderPage(list, 0, { conversations: page.slice(2), hasMore: false })
  expect(lists.toConversations(list).map(({ id }) => id)).toEqual(['c0', 'c1', 'c2'])
  list = lists.withNewestPage(list, list.clock, { conversations: page.slice(0, 2), hasMore: true })
  expect(lists.toConversations(list).map(({ id }) => id)).toEqual(['c0', 'c1'])
})

test('The next page begins after the pages, also where an older conversation is open or has a new message', () => {
  const of = (n: number) => answer([], { id: `c${n}`, updated_at: `2026-01-0${9 - n}T00:00:00.000Z` })
  let list = lists.emptyList(ann.id)
  list = lists.withNewestPage(list, 0, { conversations: [of(0), of(1)], hasMore: true })
  list = lists.withFetchedConversation(list, 0, of(5))
  expect(lists.nextPageOffset(list)).toBe(2)
  list = lists.withOlderPage(list, 0, { conversations: [of(2), of(3)], hasMore: true })
  expect(lists.nextPageOffset(list)).toBe(4)
  // It is now the newest on the server, too, and all others are one further down.
  list = lists.withFetchedConversation(list, 0, { ...of(5), updated_at: '2026-02-01T00:00:00.000Z' })
  expect(lists.nextPageOffset(list)).toBe(5)
})

describe('a read marker', () => {
  test('A read marker that reaches the server late triggers a new count of unread messages', () => {
    const model = talk()
    const list = readAt(lists.emptyList(ann.id), answer(model.messages))
    const marked = lists.withReadUpTo(list, 'talk', 1)
    // Fetched before the mark reached the server.
    const read = lists.withFetchedConversation(
      marked,
      marked.clock,
      answer(model.messages, { unread_count: 3 }),
    )
    expect(isSure(read)).toBe(true)
    const received = lists.withReadUpTo(read, 'talk', 1)
    expect(lists.findStaleParts(received)).toEqual({ list: false, ids: ['talk'] })
    const again = lists.withFetchedConversation(
      received,
      received.clock,
      answer(model.messages, { unread_count: 2 }),
    )
    expect(shown(again)).toMatchObject({ unread_count: 2 })
    expect(isSure(again)).toBe(true)
  })
})

describe('the cached list', () => {
  const kept = (...ids: string[]) =>
    listFromCache(lists.emptyList(ann.id), {
      conversations: ids.map((id) => answer(talk().messages, { id })),
      unreadElsewhere: [],
    })

  test('The cached list is shown, counts as not loaded and is fetched again', () => {
    const list = kept('talk', 'other')
    expect(lists.toConversations(list).map(({ id }) => id)).toEqual(['other', 'talk'])
    expect(list.isLoaded).toBe(false)
    expect(lists.findStaleParts(list)).toEqual({ list: true, ids: [] })
  })

  test('The first response replaces the cached list, also where it lacks part of it', () => {
    const list = readAt(kept('talk', 'gone'), answer(talk().messages, { unread_count: 0 }))
    expect(lists.toConversations(list).map(({ id }) => id)).toEqual(['talk'])
    expect(shown(list)?.unread_count).toBe(0)
  })

  test('The cached list applies pushes like a loaded one', () => {
    const model = talk()
    const list = kept('talk')
    const news = model.say(ben, 'four')
    expect(shown(lists.withNewMessage(list, 'talk', news))?.last_message?.content).toBe('four')
  })
})
