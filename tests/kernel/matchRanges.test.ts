// Where the words of a search stand in a text.

import { expect, test } from 'vitest'
import { matchRanges } from '#core/kernel/matchRanges.ts'

const marked = (text: string, search: string) =>
  matchRanges(text, search).map(({ start, end }) => text.slice(start, end))

test.each([
  ['Sardines at Graça, SARDINES', 'sardines graca', ['Sardines', 'Graça', 'SARDINES']],
  ['Cafe\u0301 Straße', 'cafe strasse', ['Cafe\u0301', 'Straße']],
  ['我哋去中環食飯', '中環', ['中環']],
  ['banana', 'ana nan', ['anan']],
  ['the small\n\nones', '"small ones"', ['small\n\nones']],
  ['👍 ok', 'ok', ['ok']],
])('In “%s” the search %s marks %j', (text, search, words) => expect(marked(text, search)).toEqual(words))
