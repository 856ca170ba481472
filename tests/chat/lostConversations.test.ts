// The messages of a conversation that the user has lost leave the device, also when it is not open.

import { expect, test } from 'vitest'
import { listConversations } from '#core/chat/contract.ts'
import * as lists from '#web/chat/engine/list/conversationList.ts'
import { conversationResponse } from '#tests/chat/conversationModel.ts'
import { listStoreOf } from '#tests/chat/listStore.ts'

const chat = (id: string) =>
  conversationResponse({ id, type: 'trip_chat', trip_id: `trip of ${id}`, name: id })

/** A device that has stored messages of two chats. @param listed what the server lists */
function device(listed: readonly string[], total = listed.length) {
  const deleted: string[] = []
  const { store, time } = listStoreOf(
    (endpoint) =>
      endpoint === listConversations
        ? {
            state: 'done',
            response: { conversations: listed.map(chat), pagination: { limit: 20, offset: 0, total } },
          }
        : { state: 'refused', status: 404, message: 'Not found' },
    {
      cache: {
        loadList: () => ({ conversations: ['lost', 'other'].map(chat), unreadElsewhere: [] }),
        loadMessages: () => [],
        saveList: () => undefined,
        saveMessages: () => undefined,
        deleteMessages: (id) => void deleted.push(id),
      },
    },
  )
  return { store, deleted, time }
}

test('Messages of a conversation that the whole list lacks are dropped', async () => {
  const { store, deleted, time } = device(['other'])
  store.fetchStale()
  await time.settle()
  expect(deleted).toEqual(['lost'])
})

test('Messages of a conversation stay while it may be further down the list', async () => {
  const { store, deleted, time } = device(
    Array.from({ length: 20 }, (_, n) => `newer ${n}`),
    22,
  )
  store.fetchStale()
  await time.settle()
  expect(lists.findConversation(store.get(), 'lost')).toBeNull()
  expect(deleted).toEqual([])
})

test('Messages are dropped when the chat is deleted, the user is removed from the trip, or the server refuses it', async () => {
  const { store, deleted, time } = device(['other', 'lost', 'refused'])
  store.fetchStale()
  await time.settle()
  store.apply(lists.withoutTripChat, { trip_id: 'trip of lost', chat_id: 'lost' })
  expect(deleted).toEqual(['lost'])
  store.apply(lists.withParticipantRemoved, { trip_id: 'trip of other', user_id: 'ann' })
  expect(deleted).toEqual(['lost', 'other'])
  await time.settle()
  const last = device(['other', 'refused'])
  last.store.apply(lists.withPin, 'secret')
  await last.time.settle()
  expect(last.deleted).toContain('secret')
})
