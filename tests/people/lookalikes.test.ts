// Which usernames look like another.

import { expect, it } from 'vitest'
import { looksLike } from '#api/people/routes.ts'

it.each([
  ['alice', 'aIice', 'a capital i'],
  ['alice', 'a1ice', 'a digit'],
  ['alice', 'alıce', 'an i without its dot'],
  ['ALICE', 'ALlCE', 'a small l among capitals'],
  ['bob', 'b0b', 'a zero'],
  ['mary', 'rnary', 'two letters for one'],
  ['coco', 'сосо', 'wholly Cyrillic'],
  ['pop', 'рор', 'wholly Cyrillic'],
  ['POP', 'ΡΟΡ', 'wholly Greek'],
  ['zoë', 'zoë'.normalize('NFD'), 'the same'],
  ['ᴢara', 'zara', 'the other was first'],
])('Beside %s, %s looks alike: %s', (first, second) => {
  expect(looksLike(first, second)).toBe(true)
  expect(looksLike(second, first)).toBe(true)
})

it.each([
  ['alice', 'alicia'],
  ['anna', 'änna'],
  ['ann', 'ana'],
  ['bob1', 'bob2'],
  ['иван', 'ivan'],
  ['王小明', '王小红'],
  ['ben', 'Βεν'],
  ['kim', 'jim'],
])('%s and %s do not look alike', (first, second) => {
  expect(looksLike(first, second)).toBe(false)
})
