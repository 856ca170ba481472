// What was typed in the search of conversations, after Back.

import { expect, test } from 'vitest'
import { searchIn, withSearch } from '#web/chat/list/conversationSearch.ts'

test('What a person typed in the search returns with the entry of the browser’s history, for that person only', () => {
  const state = withSearch({ dialogs: 1 }, 'secret', 'ann')
  expect(state).toMatchObject({ dialogs: 1 })
  expect(searchIn(state, 'ann')).toBe('secret')
  expect(searchIn(state, 'ben')).toBe('')
  expect(searchIn(null, 'ben')).toBe('')
})
