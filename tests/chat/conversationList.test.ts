// What the list of conversations says while news and answers cross each other on the way.

import { describe, expect, test } from 'vitest'
import type { ConversationResponse, MessageResponse } from '#core/chat/contract.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import type { ConversationList } from '#web/chat/conversationList.ts'
import * as lists from '#web/chat/conversationList.ts'
import { ann, ben, conversationModel } from '#tests/chat/conversationModel.ts'

const talk = () => {
  const model = conversationModel()
  for (const text of ['one', 'two', 'three']) model.say(ben, text)
  return model
}

/** As GET gives it. */
function answer(
  messages: readonly MessageResponse[],
  given: Partial<ConversationResponse> = {},
): ConversationResponse {
  const last = messages.at(-1)
  return {
    id: 'talk',
    type: 'group',
    trip_id: null,
    name: 'Talk',
    description: null,
    avatar_url: null,
    participants: [],
    unread_count: messages.length,
    message_count: messages.length,
    updated_at: last?.created_at ?? '',
    last_message: last ? { ...last } : null,
    last_seq: messages.length,
    ...given,
  }
}

const readAt = (list: ConversationList, ...conversations: ConversationResponse[]) =>
  lists.listRead(list, list.turn, { conversations, hasMore: false })
const shown = (list: ConversationList, id = 'talk') => lists.conversationIn(list, id)
const isSure = (list: ConversationList) => {
  const { list: whole, ids } = lists.toBeRead(list)
  return !whole && ids.length === 0
}

describe('a message that is told', () => {
  test('is the newest of its conversation, counts as unread, and moves it to the top', () => {
    coversSpec('§4 Messages: The list stays ordered', '§4 Messages: A trip chat message')

    const model = talk()
    const other = answer([], { id: 'other', updated_at: '2027-01-01T00:00:00.000Z' })
    const list = readAt(lists.emptyList(ann.id), other, answer(model.messages))
    const told = lists.messageTold(list, 'talk', {
      ...model.say(ben, 'four'),
      created_at: '2027-01-02T00:00:00.000Z',
    })
    expect(lists.conversationsIn(told).map(({ id }) => id)).toEqual(['talk', 'other'])
    expect(shown(told)).toMatchObject({
      unread_count: 4,
      message_count: 4,
      last_message: { content: 'four' },
    })
    expect(isSure(told)).toBe(true)
  })

  test('is not unread when it is one’s own, and counts once when it is told twice', () => {
    coversSpec('§4 Messages: A new message is added', '§4 Messages: A trip chat message')

    const model = talk()
    const list = readAt(lists.emptyList(ann.id), answer(model.messages))
    const own = model.say(ann, 'mine')
    const told = lists.messageTold(lists.messageTold(list, 'talk', own), 'talk', own)
    expect(shown(told)).toMatchObject({ unread_count: 3, message_count: 4 })
  })

  test('behind a gap waits for a new reading', () => {
    const model = talk()
    const list = readAt(lists.emptyList(ann.id), answer(model.messages))
    model.say(ben, 'four')
    const told = lists.messageTold(list, 'talk', model.say(ben, 'five'))
    expect(shown(told)).toMatchObject({ unread_count: 3, last_message: { content: 'three' } })
    expect(lists.toBeRead(told)).toEqual({ list: false, ids: ['talk'] })
    const read = lists.conversationRead(told, told.turn, answer(model.messages))
    expect(shown(read)).toMatchObject({ unread_count: 5 })
    expect(isSure(read)).toBe(true)
  })

  test('while the list is being read is not lost with the answer', () => {
    const model = talk()
    const empty = lists.emptyList(ann.id)
    const before = answer(model.messages)
    const told = lists.messageTold(empty, 'talk', model.say(ben, 'four'))
    const read = lists.listRead(told, empty.turn, { conversations: [before], hasMore: false })
    expect(shown(read)).toMatchObject({ unread_count: 4, last_message: { content: 'four' } })
  })

  test('of a conversation the answer does not know yet makes it known', () => {
    const empty = lists.emptyList(ann.id)
    const told = lists.messageTold(empty, 'new', talk().messages[0]!)
    const read = lists.listRead(told, empty.turn, { conversations: [], hasMore: false })
    expect(lists.toBeRead(read)).toEqual({ list: false, ids: ['new'] })
    expect(lists.conversationsIn(read)).toEqual([])
  })

  test('keeps a conversation only until it turns out to be somebody else’s by now', () => {
    const model = talk()
    let list = readAt(lists.emptyList(ann.id), answer(model.messages))
    const { turn } = list
    list = lists.messageTold(list, 'talk', model.say(ben, 'four'))
    list = lists.listRead(list, turn, { conversations: [], hasMore: false })
    expect(lists.toBeRead(list).ids).toEqual(['talk'])
    expect(lists.conversationsIn(lists.conversationMissing(list, list.turn, 'talk'))).toEqual([])
    // A refusal from before it was told says nothing.
    expect(lists.conversationsIn(lists.conversationMissing(list, turn, 'talk'))).toHaveLength(1)
  })
})

describe('an edit of the newest message', () => {
  test('shows at once, whichever version the answer on its way has', () => {
    const model = talk()
    const old = answer(model.messages)
    const list = readAt(lists.emptyList(ann.id), old)
    const { turn } = list
    const told = lists.messageTold(list, 'talk', model.edit(3, 'THREE'))
    const read = lists.conversationRead(told, turn, old)
    expect(shown(read)!.last_message!.content).toBe('THREE')
    const again = lists.conversationRead(read, read.turn, answer(model.messages))
    expect(isSure(again)).toBe(true)
    expect(shown(again)!.last_message!.content).toBe('THREE')
  })

  test('told late, after a newer one was read, is put right by another reading', () => {
    const model = talk()
    const first = model.edit(3, 'first')
    model.edit(3, 'second')
    const list = readAt(lists.emptyList(ann.id), answer(model.messages))
    const late = lists.messageTold(list, 'talk', first)
    expect(lists.toBeRead(late).ids).toEqual(['talk'])
    const read = lists.conversationRead(late, late.turn, answer(model.messages))
    expect(shown(read)!.last_message!.content).toBe('second')
  })

  test('of another message changes nothing in the list', () => {
    const model = talk()
    const list = readAt(lists.emptyList(ann.id), answer(model.messages))
    const told = lists.messageTold(list, 'talk', model.edit(1, 'ONE'))
    expect(shown(told)).toEqual(shown(list))
    expect(isSure(told)).toBe(true)
  })
})

describe('what I have read', () => {
  test('is not unread again by an answer that was on its way', () => {
    const model = talk()
    const list = readAt(lists.emptyList(ann.id), answer(model.messages))
    const read = lists.withReadUpTo(list, 'talk', 3)
    expect(shown(read)!.unread_count).toBe(0)
    const late = lists.conversationRead(read, list.turn, answer(model.messages))
    expect(shown(late)!.unread_count).toBe(0)
    expect(isSure(late)).toBe(true)
  })

  test('on another device, in part, is counted by the server', () => {
    const model = talk()
    const list = readAt(lists.emptyList(ann.id), answer(model.messages))
    const part = lists.withReadUpTo(list, 'talk', 2)
    expect(lists.toBeRead(part).ids).toEqual(['talk'])
    const late = lists.conversationRead(part, list.turn, answer(model.messages))
    expect(lists.toBeRead(late).ids).toEqual(['talk'])
    const sure = lists.conversationRead(late, late.turn, answer(model.messages, { unread_count: 1 }))
    expect(shown(sure)!.unread_count).toBe(1)
    expect(isSure(sure)).toBe(true)
  })

  test('what comes after it is unread', () => {
    const model = talk()
    const list = lists.withReadUpTo(readAt(lists.emptyList(ann.id), answer(model.messages)), 'talk', 3)
    const told = lists.messageTold(list, 'talk', model.say(ben, 'four'))
    expect(shown(told)!.unread_count).toBe(1)
  })
})

describe('the chats of a trip', () => {
  const chat = (name: string) => ({ ...answer([], { name }), trip_id: 'trip', created_at: '' })

  test('a new one is read, a renamed one has its name at once and is read to be sure', () => {
    const created = lists.chatTold(readAt(lists.emptyList(ann.id)), { trip_id: 'trip', chat: chat('Food') })
    expect(lists.toBeRead(created).ids).toEqual(['talk'])
    const list = lists.conversationRead(created, created.turn, answer([], { name: 'Food' }))
    const renamed = lists.chatTold(list, { trip_id: 'trip', chat: chat('Drinks') })
    expect(shown(renamed)!.name).toBe('Drinks')
    expect(lists.toBeRead(renamed).ids).toEqual(['talk'])
  })

  test('a deleted one is gone, whatever of it still comes', () => {
    const model = talk()
    const list = readAt(lists.emptyList(ann.id), answer(model.messages))
    let gone = lists.chatDeleted(list, { trip_id: 'trip', chat_id: 'talk' })
    gone = lists.messageTold(gone, 'talk', model.say(ben, 'four'))
    gone = lists.chatTold(gone, { trip_id: 'trip', chat: chat('Talk') })
    gone = lists.listRead(gone, list.turn, { conversations: [answer(model.messages)], hasMore: false })
    gone = lists.conversationRead(gone, list.turn, answer(model.messages))
    expect(lists.conversationsIn(gone)).toEqual([])
    expect(isSure(gone)).toBe(true)
  })

  test('one’s own go at once with the trip, others’ coming and going is read anew', () => {
    let list = readAt(lists.emptyList(ann.id), answer([]), answer([], { id: 'private' }))
    list = lists.messageTold(list, 'talk', talk().messages[0]!, 'trip')
    const left = lists.participantRemoved(list, { trip_id: 'trip', user_id: ann.id })
    expect(lists.conversationsIn(left).map(({ id }) => id)).toEqual(['private'])
    expect(lists.toBeRead(left).list).toBe(true)
    const other = lists.participantRemoved(list, { trip_id: 'trip', user_id: ben.id })
    expect(lists.conversationsIn(other)).toHaveLength(2)
    expect(lists.toBeRead(other).list).toBe(true)
  })

  test('an answer from before one left does not bring them back', () => {
    const list = readAt(lists.emptyList(ann.id), answer([]))
    const left = lists.participantRemoved(list, { trip_id: 'trip', user_id: ann.id })
    const after = readAt(left)
    const late = lists.conversationRead(after, list.turn, answer([]))
    expect(lists.conversationsIn(late)).toEqual([])
    expect(lists.toBeRead(late).ids).toEqual(['talk'])
    expect(lists.listRead(after, list.turn, { conversations: [answer([])], hasMore: false })).toBe(after)
  })

  test('an answer that was asked for earlier and comes later does not bring an old name back', () => {
    const list = readAt(lists.emptyList(ann.id), answer([], { name: 'Old' }))
    const told = lists.chatTold(list, { trip_id: 'trip', chat: chat('New') })
    const sure = lists.conversationRead(told, told.turn, answer([], { name: 'New' }))
    const late = lists.conversationRead(sure, list.turn, answer([], { name: 'Old' }))
    expect(shown(late)!.name).toBe('New')
  })
})

test('further pages come below; a conversation that left the first page is no longer counted among it', () => {
  const page = Array.from({ length: 3 }, (_, i) =>
    answer([], { id: `c${i}`, updated_at: `2026-01-0${9 - i}T00:00:00.000Z` }),
  )
  let list = lists.listRead(lists.emptyList(ann.id), 0, { conversations: page.slice(0, 2), hasMore: true })
  list = lists.moreRead(list, 0, { conversations: page.slice(2), hasMore: false })
  expect(lists.conversationsIn(list).map(({ id }) => id)).toEqual(['c0', 'c1', 'c2'])
  list = lists.listRead(list, list.turn, { conversations: page.slice(0, 2), hasMore: true })
  expect(lists.conversationsIn(list).map(({ id }) => id)).toEqual(['c0', 'c1'])
})

describe('a read mark', () => {
  test('that the server hears of late makes what was counted without it be counted again', () => {
    const model = talk()
    const list = readAt(lists.emptyList(ann.id), answer(model.messages))
    const marked = lists.withReadUpTo(list, 'talk', 1)
    // Read again before the mark has arrived.
    const read = lists.conversationRead(marked, marked.turn, answer(model.messages, { unread_count: 3 }))
    expect(isSure(read)).toBe(true)
    const heard = lists.withReadUpTo(read, 'talk', 1)
    expect(lists.toBeRead(heard)).toEqual({ list: false, ids: ['talk'] })
    const again = lists.conversationRead(heard, heard.turn, answer(model.messages, { unread_count: 2 }))
    expect(shown(again)).toMatchObject({ unread_count: 2 })
    expect(isSure(again)).toBe(true)
  })
})

describe('the list this device kept', () => {
  const kept = (...ids: string[]) =>
    lists.listFromCache(
      lists.emptyList(ann.id),
      ids.map((id) => answer(talk().messages, { id })),
    )

  test('is shown, counts as not read, and is read again', () => {
    const list = kept('talk', 'other')
    expect(lists.conversationsIn(list).map(({ id }) => id)).toEqual(['other', 'talk'])
    expect(list.isLoaded).toBe(false)
    expect(lists.toBeRead(list)).toEqual({ list: true, ids: [] })
  })

  test('gives way to the first reading, also where that does not name all of it', () => {
    const list = readAt(kept('talk', 'gone'), answer(talk().messages, { unread_count: 0 }))
    expect(lists.conversationsIn(list).map(({ id }) => id)).toEqual(['talk'])
    expect(shown(list)?.unread_count).toBe(0)
  })

  test('takes news like any other', () => {
    const model = talk()
    const list = kept('talk')
    const news = model.say(ben, 'four')
    expect(shown(lists.messageTold(list, 'talk', news))?.last_message?.content).toBe('four')
  })
})
