// What a search of messages shows: which versions, in which order, and the line of a row.

import { expect, test } from 'vitest'
import type { MessageResponse } from '#core/chat/contract.ts'
import { excerptOf, isWorthSearching, newestFirst } from '#web/chat/messageSearch.tsx'

const message = (id: string, content: string, more: Partial<MessageResponse> = {}): MessageResponse => ({
  id,
  seq: 1,
  conversation_id: 'talk',
  client_message_id: null,
  content,
  message_type: 'text',
  sender: { id: 'ann', username: 'ann' },
  reply_to: null,
  created_at: `2026-05-0${id}T10:00:00.000Z`,
  updated_at: '2026-05-09T10:00:00.000Z',
  is_edited: false,
  ...more,
})

test('Each message is shown once, newest first, in its newest version, and not if that has lost the words', () => {
  const later = { updated_at: '2026-05-09T11:00:00.000Z', is_edited: true }
  const onDevice = [message('1', 'fish'), message('2', 'old fish')]
  const fromServer = [
    message('3', 'fish', { conversation_id: 'other' }),
    message('2', 'new fish', later),
    message('1', 'bread', later),
    message('4', '', { deleted: true }),
  ]
  const found = newestFirst(onDevice, fromServer, 'FISH').map(({ content }) => content)
  expect(found).toEqual(['fish', 'new fish'])
})

test('Of a long text the words before the first hit go, so that two lines show it', () => {
  expect(excerptOf('They grill the\nsardines until two', 'sardines')).toBe(
    'They grill the sardines until two',
  )
  const long = 'For tonight we have bread, cheese, two tins of sardines, olive oil and the small ones'
  expect(excerptOf(long, 'sardines')).toBe('…two tins of sardines, olive oil and the small ones')
  expect(excerptOf(`${'中文'.repeat(40)}環`, '環')).toBe('…中文中文環')
})

test('Two letters are searched for, and one sign of Chinese', () => {
  expect(['a', '', 'é', '5'].some(isWorthSearching)).toBe(false)
  expect(['ab', '環', '"a'].every(isWorthSearching)).toBe(true)
})
