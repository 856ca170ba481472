// What counts as empty, as the same name, as too long: the texts people send without meaning to, or meaning to.

import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { isMixedScript } from '#core/kernel/mixedScript.ts'
import { NOT_TEXT, optionalText, requiredName, requiredText } from '#core/kernel/textFields.ts'
import {
  TOO_MANY_MARKS,
  UNUSABLE_CHARACTERS,
  foldName,
  hasForbiddenControls,
  hasTooManyMarks,
  isBlank,
} from '#core/kernel/text.ts'

const codePoint = (hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))
const FAMILY = '👨‍👩‍👧‍👦'

describe('two names are the same', () => {
  test.each([
    ['Admin', 'admin'],
    ['ＡＤＭＩＮ', 'admin'],
    ['STRASSE', 'straße'],
    ['STRAẞE', 'straße'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['ﬁnn', 'FINN'],
    ['Zoe\u0301', 'zoé'],
    ['ann\u200b', 'ann'],
    ['İpek', 'i\u0307pek'],
  ])('%s is %s', (one, other) => expect(foldName(one)).toBe(foldName(other)))

  test.each([
    ['admin', 'аdmin'],
    ['ilk', 'ılk'],
    ['zoe', 'zoé'],
    ['a b', 'ab'],
  ])('%s is not %s', (one, other) => expect(foldName(one)).not.toBe(foldName(other)))

  test('folding a folded name changes nothing, and no letter is told from its other case', () => {
    const wrong: string[] = []
    for (let point = 0; point <= 0x1ffff; point++) {
      const letter = String.fromCodePoint(point)
      const folded = foldName(letter)
      const otherCase = letter.toUpperCase()
      // Dotless ı has I as its capital but, outside Turkish, is another letter.
      const told = letter !== 'ı' && otherCase !== letter && foldName(otherCase) !== folded
      if (told || (folded !== letter && foldName(folded) !== folded)) wrong.push(point.toString(16))
    }
    expect(wrong).toEqual([])
  })
})

describe('blank', () => {
  test.each(
    (
      '20 9 a a0 2003 3000 200b 200c 200d 2060 feff 3164 ffa0 115f 1160 17b4 17b5 180e ad 34f fe0f e0100 e0041 ' +
      '61c 202e 2066 2028 2800 1d159 fff9 7 85 d800 ffff'
    )
      .split(' ')
      .map((hex) => [hex]),
  )('three times U+%s is nothing to read', (hex) => expect(isBlank(codePoint(hex).repeat(3))).toBe(true))

  test('so is the empty text', () => expect(isBlank('')).toBe(true))

  test.each([
    'a',
    '.',
    FAMILY,
    '🏴\u{e0067}\u{e0062}\u{e007f}',
    '☺️',
    '１',
    '\u0301',
    'ㅤx',
    '\u{1faff}',
    '\u{10fffd}',
  ])('%s is something', (text) => expect(isBlank(text)).toBe(false))
})

describe('forbidden characters', () => {
  test.each(['\0', 'a\u0008', '\u000b', '\r\n', '\u001b[31m', '\ud800', 'a\udc00b'])(
    '%j is refused',
    (text) => expect(hasForbiddenControls(text)).toBe(true),
  )
  test.each(['two\nlines', 'a\ttab', '\u202eright to left', FAMILY, ''])('%j is let be', (text) =>
    expect(hasForbiddenControls(text)).toBe(false),
  )
})

describe('marks on one letter', () => {
  const zalgo = (marks: number) => `Z${'\u0335'.repeat(marks)}oe`
  test('eight are read, nine are not', () => {
    expect(hasTooManyMarks(zalgo(8))).toBe(false)
    expect(hasTooManyMarks(zalgo(9))).toBe(true)
  })
  test('joiners between them do not hide them', () =>
    expect(hasTooManyMarks(`Z${'\u0335\u200d'.repeat(9)}`)).toBe(true))
  test.each(['Nguyễn Thị Ánh', 'שִׁבֹּ֫לֶת', 'สวัสดี', 'བསྒྲུབས', FAMILY])('%s is a name', (name) =>
    expect(hasTooManyMarks(name)).toBe(false),
  )
})

describe('mixed scripts', () => {
  test.each(['аdmin', 'pаypal', 'Αlice', 'bοb', 'Ꭺnn', 'ЯR', 'ａдmin'])('%s mixes two', (name) =>
    expect(isMixedScript(name)).toBe(true),
  )
  test.each([
    'admin',
    'Анна',
    'Ελένη',
    '田中さくら',
    'Tom 陳大文',
    'BTS방탄',
    'ann_42',
    'José 🎉',
    'ابن',
    '42',
    '',
  ])('%s does not', (name) => expect(isMixedScript(name)).toBe(false))
})

const title = requiredText({
  min: 3,
  max: 5,
  required: 'is required',
  tooShort: 'too short',
  tooLong: 'too long',
})
const note = optionalText({ max: 5, tooLong: 'too long' })
const name = requiredName({ max: 40, required: 'is required', tooLong: 'too long' })

function told(schema: v.GenericSchema, input: unknown): unknown {
  const result = v.safeParse(schema, input)
  return result.success ? { value: result.output } : result.issues.map(({ message }) => message)
}

describe('a text that must be there', () => {
  test.each([
    [undefined, 'is required'],
    [null, 'is required'],
    ['', 'is required'],
    ['   ', 'is required'],
    ['\u200b\u200b\u200b', 'is required'],
    ['\u3164\u3164\u3164', 'is required'],
    ['ab', 'too short'],
    ['  ab  ', 'too short'],
    ['abcdef', 'too long'],
    ['ab\0c', UNUSABLE_CHARACTERS],
    ['\ud800', UNUSABLE_CHARACTERS],
    [5, NOT_TEXT],
    [{ $ne: null }, NOT_TEXT],
    [['abc'], NOT_TEXT],
  ])('%j: one message, %s', (input, message) => expect(told(title, input)).toEqual([message]))

  test.each([
    ['abc', 'abc'],
    [' abcde\n', 'abcde'],
    ['a\u200bb', 'a\u200bb'],
    ['a\nb', 'a\nb'],
  ])('%j is kept as %j', (input, value) => expect(told(title, input)).toEqual({ value }))

  test('says itself that its key is missing in an object, and may be absent from a change', () => {
    expect(told(v.strictObject({ title }), {})).toEqual(['is required'])
    expect(told(v.partial(v.strictObject({ title, note })), {})).toEqual({ value: {} })
  })
})

describe('a name', () => {
  test('is one line with at most eight marks on a letter', () => {
    expect(told(name, 'Ann\nBen')).toEqual([UNUSABLE_CHARACTERS])
    expect(told(name, `Ann${'\u0301'.repeat(9)}`)).toEqual([TOO_MANY_MARKS])
    expect(told(name, ' ')).toEqual(['is required'])
    expect(told(name, ' Zoë ')).toEqual({ value: 'Zoë' })
  })
})

describe('a text that may be left out', () => {
  test.each([[undefined], [null], [''], ['  '], ['\u200b'.repeat(9)]])('%j is null', (input) =>
    expect(told(note, input)).toEqual({ value: null }),
  )
  test.each([
    ['abcdef', 'too long'],
    ['\0', UNUSABLE_CHARACTERS],
    [7, NOT_TEXT],
  ])('%j: %s', (input, message) => expect(told(note, input)).toEqual([message]))
  test('is trimmed', () => expect(told(note, ' abcde ')).toEqual({ value: 'abcde' }))
})
