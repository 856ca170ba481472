// What people wrote within a sentence of ours.

import { expect, test } from 'vitest'
import { inSentence } from '#core/kernel/inSentence.ts'

test.each(['bob', 'Zoë', '火鍋', '👨‍👩‍👧‍👦', 'नमस्ते', '12 (34)', ''])('%s is as it was written', (name) => {
  expect(inSentence(name)).toBe(name)
})

test.each([
  ['\u202eeve', 'eve'],
  ['\u2069\u202eeve', 'eve'],
  ['e\u202cve\u2067', 'eve'],
])('%j turns nothing around that stands behind it', (name, plain) => {
  expect(inSentence(name)).toBe(plain)
})

test.each(['דנה', 'سارة', 'Dana דנה', '\u200fabc'])(
  '%s keeps its own direction, and the rest keeps ours',
  (name) => {
    expect(inSentence(name)).toBe(`\u2068${name}\u2069`)
    expect(inSentence(`\u202e${name}\u2069`), 'cannot break out').toBe(`\u2068${name}\u2069`)
  },
)
