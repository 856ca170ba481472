import { expect, test } from 'vitest'
import { MAX_PER_GROUP, bestFirst, nextFirst, searchGroups } from '#web/app/searchGroups.ts'

const titles = (found: readonly string[], search: string) => bestFirst(found, search, (title) => title)

test('What begins with the words comes first, then what has them in its title, then the rest, each in its order', () => {
  const found = ['Old harbour', 'A note', 'Dinner at the harbour', 'Harbour café', 'HARBOUR walk']
  expect(titles(found, 'harbour')).toEqual([
    'Harbour café',
    'HARBOUR walk',
    'Old harbour',
    'Dinner at the harbour',
    'A note',
  ])
})

test('Neither case nor accents count, and Chinese needs no blanks', () => {
  expect(titles(['Largo da Graça', 'Graça'], 'graca')).toEqual(['Graça', 'Largo da Graça'])
  expect(titles(['去中環食飯', '中環碼頭'], '中環')).toEqual(['中環碼頭', '去中環食飯'])
})

test('Activities to come are found before those that are over, the nearest first', () => {
  const found = ['2026-11-01', '2026-11-20', '2026-11-21', '2026-12-01'].map((date) => ({ date }))
  expect(nextFirst(found, '2026-11-21').map(({ date }) => date)).toEqual([
    '2026-11-21',
    '2026-12-01',
    '2026-11-20',
    '2026-11-01',
  ])
})

test('A kind without hits has no group, and one with many shows the first few of how many', () => {
  const many = Array.from({ length: 50 }, (_, n) => n)
  expect(
    searchGroups([
      { title: 'Trips', found: [] },
      { title: 'People', found: [1] },
      { title: 'Messages', found: many, hasMore: true },
    ]),
  ).toEqual([
    { title: 'People', hits: [1], count: '1' },
    { title: 'Messages', hits: many.slice(0, MAX_PER_GROUP), count: '50+' },
  ])
})
