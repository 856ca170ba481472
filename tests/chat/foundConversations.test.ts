// What a search shows of the conversations on the device and of those that the server has found.

import { expect, test } from 'vitest'
import { listConversations } from '#core/chat/contract.ts'
import * as lists from '#web/chat/engine/list/conversationList.ts'
import { foundConversations } from '#web/chat/list/conversationSearch.ts'
import { conversationResponse } from '#tests/chat/conversationModel.ts'
import { listStoreOf } from '#tests/chat/listStore.ts'

const on = (day: number, id: string, unread = 0) =>
  conversationResponse({ id, name: id, unread_count: unread, updated_at: `2026-05-0${day}T10:00:00.000Z` })
const all = () => true

test('A conversation of the list is shown as the list has it, with what was pushed since the search', () => {
  const pushed = on(4, 'pushed', 1)
  expect(foundConversations([pushed], [on(1, 'pushed'), on(1, 'older')], all)).toEqual([
    pushed,
    on(1, 'older'),
  ])
})

test('Conversations that only the server has are in the order of the list', () => {
  const found = foundConversations([on(4, 'newest'), on(1, 'opened')], [on(3, 'a'), on(2, 'b')], all)
  expect(found.map(({ id }) => id)).toEqual(['newest', 'a', 'b', 'opened'])
})

test('What an earlier search has found stays only as far as it matches what was typed since', () => {
  const found = foundConversations([on(4, 'ann')], [on(3, 'anna'), on(2, 'ben')], ({ name }) =>
    name.startsWith('ann'),
  )
  expect(found.map(({ id }) => id)).toEqual(['ann', 'anna'])
})

test('A search of the server is read again each time the list was, and not with each change', async () => {
  const stale: string[] = []
  const { store, time } = listStoreOf(
    (endpoint) => {
      expect(endpoint).toBe(listConversations)
      return { state: 'done', response: { conversations: [on(1, 'talk')], pagination: { total: 1 } } }
    },
    { onStale: (paths) => void stale.push(...paths) },
  )
  store.fetchStale()
  await time.settle()
  expect(stale).toContain('/conversations?')
  const { length } = stale
  store.apply(lists.withPin, 'talk')
  await time.settle()
  expect(stale).toHaveLength(length)
  store.apply(lists.withStaleList)
  await time.settle()
  expect(stale).toHaveLength(2 * length)
})
