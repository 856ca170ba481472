// User text within a sentence of the product.

import { expect, test } from 'vitest'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'

test.each(['bob', 'Zoë', '火鍋', '👨‍👩‍👧‍👦', 'नमस्ते', '12 (34)', ''])(
  'The name %s is used as it was written',
  (name) => {
    expect(isolateBidi(name)).toBe(name)
  },
)

test.each([
  ['\u202eeve', 'eve'],
  ['\u2069\u202eeve', 'eve'],
  ['e\u202cve\u2067', 'eve'],
])('The name %j does not reorder the text behind it', (name, plain) => {
  expect(isolateBidi(name)).toBe(plain)
})

test.each(['דנה', 'سارة', 'Dana דנה', '\u200fabc'])(
  'The name %s keeps its own direction, and the rest of the sentence keeps its own',
  (name) => {
    expect(isolateBidi(name)).toBe(`\u2068${name}\u2069`)
    expect(isolateBidi(`\u202e${name}\u2069`), 'cannot break out').toBe(`\u2068${name}\u2069`)
  },
)
