// The count of unread messages includes the conversations that the list does not reach down to.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConversationResponse, UnreadConversation } from '#core/chat/contract.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { ann, ben, conversationModel, conversationResponse } from '#tests/chat/conversationModel.ts'
import { openTripChat, read, say, startGroup } from '#tests/chat/requests.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import type { ConversationList } from '#web/chat/engine/list/conversationList.ts'
import * as lists from '#web/chat/engine/list/conversationList.ts'
import { listFromCache } from '#web/chat/engine/list/listFromCache.ts'
import { countUnread } from '#web/chat/engine/list/countUnread.ts'

describe('the response of the list', () => {
  let product: Product<'ann' | 'ben'>
  beforeAll(async () => {
    product = await startProduct({ people: ['ann', 'ben'] })
  })
  afterAll(() => product.stop())

  test('Each page names the conversations with unread messages that it lacks', async () => {
    const [writer, reader] = [product.as('ann'), product.as('ben')]
    const inviteUserIds = [product.people.ben.id]
    const { trip } = expectSuccess(await writer.post('/trips', { ...aTrip, inviteUserIds }))
    const [quiet, group] = [
      await startGroup(writer, inviteUserIds, 'Quiet'),
      await startGroup(writer, inviteUserIds, 'Busy'),
    ]
    const chat = await openTripChat(writer, trip.id)
    for (const id of [group, chat, chat]) {
      product.clock.forward(1000)
      await say(writer, id, 'Hello')
    }
    product.clock.forward(1000)
    const { id: newest } = await say(writer, quiet, 'Hello')
    await read(reader, quiet, newest)
    const elsewhere = async (query: string) =>
      expectSuccess(await reader.get(`/conversations?${query}`)).unread_elsewhere
    const [ofGroup, ofChat] = [
      { id: group, trip_id: null, unread_count: 1, mention_count: 0 },
      { id: chat, trip_id: trip.id, unread_count: 2, mention_count: 0 },
    ]
    expect(await elsewhere('limit=1&offset=0')).toEqual([ofChat, ofGroup])
    expect(await elsewhere('limit=1&offset=1')).toEqual([ofGroup])
    expect(await elsewhere('limit=20&offset=0')).toEqual([])
  })
})

describe('the count of unread messages', () => {
  const talk = (given: Partial<ConversationResponse> = {}) =>
    conversationResponse({ unread_count: 1, message_count: 1, last_seq: 1, ...given })
  const chat: UnreadConversation = { id: 'chat', trip_id: 'trip', unread_count: 4 }
  const group: UnreadConversation = { id: 'group', trip_id: null, unread_count: 2 }
  const now = '2026-05-02T10:00:00.000Z'
  const count = (list: ConversationList) => countUnread(list, lists.toConversations(list), now)
  const list = lists.withNewestPage(lists.emptyList(ann.id), 0, {
    conversations: [talk()],
    hasMore: true,
    unreadElsewhere: [chat, group],
  })

  test('It adds up the conversations of the list and those further down, for each trip, too', () => {
    expect(count(list)).toEqual({ total: 7, byTrip: { trip: 4 } })
  })

  test('A muted conversation does not count until its time is over, in the list or further down, but mentions do', () => {
    const quiet = { notifications: { level: 'none', until: '2026-05-02T10:00:01.000Z' } } as const
    const muted = lists.withNewestPage(lists.emptyList(ann.id), 0, {
      conversations: [talk(quiet)],
      hasMore: true,
      unreadElsewhere: [
        { ...chat, notifications: { level: 'mentions', until: null }, mention_count: 1 },
        group,
      ],
    })
    expect(count(muted)).toEqual({ total: 3, byTrip: { trip: 1 } })
    const later = '2026-05-02T10:00:01.000Z'
    expect(countUnread(muted, lists.toConversations(muted), later).total).toBe(4)
  })

  test('A conversation further down counts once when it is loaded, or when a message brings it up', () => {
    const loaded = lists.withOlderPage(list, list.clock, {
      conversations: [talk({ ...chat, type: 'trip_chat', last_seq: 9 })],
      hasMore: true,
    })
    expect(count(loaded)).toEqual({ total: 7, byTrip: { trip: 4 } })
    const pushed = lists.withNewMessage(list, 'group', conversationModel().say(ben, 'Hello'))
    const fetched = talk({ ...group, unread_count: 3 })
    expect(count(lists.withFetchedConversation(pushed, pushed.clock, fetched)).total).toBe(8)
  })

  test('A conversation further down that was read on another device is counted again', () => {
    expect(lists.findStaleParts(lists.withReadUpTo(list, 'group', 2)).list).toBe(true)
    expect(lists.findStaleParts(lists.withReadUpTo(list, 'unknown', 2)).list).toBe(false)
  })

  test('It is the same from the offline cache', () => {
    const cached = { conversations: lists.toConversations(list), unreadElsewhere: list.unreadElsewhere }
    expect(count(listFromCache(lists.emptyList(ann.id), cached))).toEqual(count(list))
  })

  test('A deleted chat, and the chats of a trip that the user has left, no longer count', () => {
    const without = lists.withoutTripChat(list, { trip_id: 'trip', chat_id: 'chat' })
    expect(count(without)).toEqual({ total: 3, byTrip: {} })
    const late = { conversations: [talk()], hasMore: true, unreadElsewhere: [chat, group] }
    expect(count(lists.withNewestPage(without, without.clock, late))).toEqual({ total: 3, byTrip: {} })
    const left = lists.withParticipantRemoved(list, { trip_id: 'trip', user_id: ann.id })
    expect(count(left)).toEqual({ total: 3, byTrip: {} })
  })
})
