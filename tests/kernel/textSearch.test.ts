// What a search that people type finds in a text.

import { expect, test } from 'vitest'
import { searchable, wordMatcher } from '#core/kernel/textSearch.ts'

const finds = (search: string, ...texts: string[]) => wordMatcher(search)?.(searchable(texts))

test.each([
  ['graca', 'Sardines at Graça'],
  ['GRAÇA', 'sardines at graca'],
  ['sardin', 'two tins of SARDINES'],
  ['中環', '我哋去中環食飯'],
  ['環', '我哋去中環食飯'],
  ['ｌｉｓｂｏｎ', 'Lisbon'],
  ['cafe\u0301', 'Café'],
  ['strasse', 'Straße 5'],
  ['oil tins', 'two tins of sardines, olive oil'],
  ['"small ones"', 'the small ones from the corner shop'],
  ['“small ones” corner', 'the small\nones from the corner shop'],
  ['"small', 'smaller'],
  ['ガ', 'イチガヤ'],
])('The search %s finds “%s”', (search, text) => expect(finds(search, text)).toBe(true))

test.each([
  ['sardines tuna', 'sardines'],
  ['"ones small"', 'the small ones'],
  ['カ', 'イチガヤ'],
  ['कि', 'का'],
])('The search %s does not find “%s”', (search, text) => expect(finds(search, text)).toBe(false))

test('What stands in quotes is found within one text only, and words are found in several', () => {
  expect(finds('"ann ben"', 'ann', 'ben')).toBe(false)
  expect(finds('ann ben', 'ann', 'ben')).toBe(true)
})

test('Quotes with nothing in them are no word', () => expect(finds('"" “ ”', 'anything')).toBeUndefined())
