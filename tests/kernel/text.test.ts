// Blank texts, equal names, and limits of texts: mistaken input and attacks.

import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { isMixedScript } from '#core/people/signUp.ts'
import { SendMessageBody } from '#core/chat/bodies.ts'
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

describe('equal names', () => {
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
  ])('The name %s equals %s', (one, other) => expect(foldName(one)).toBe(foldName(other)))

  test.each([
    ['admin', 'аdmin'],
    ['ilk', 'ılk'],
    ['zoe', 'zoé'],
    ['a b', 'ab'],
  ])('The name %s differs from %s', (one, other) => expect(foldName(one)).not.toBe(foldName(other)))

  test('Folding a folded name changes nothing, and both cases of a letter fold alike', () => {
    const wrong: string[] = []
    for (let point = 0; point <= 0x1ffff; point++) {
      const letter = String.fromCodePoint(point)
      const folded = foldName(letter)
      const otherCase = letter.toUpperCase()
      // I is the capital of dotless ı, but outside Turkish it is another letter.
      const parsed = letter !== 'ı' && otherCase !== letter && foldName(otherCase) !== folded
      if (parsed || (folded !== letter && foldName(folded) !== folded)) wrong.push(point.toString(16))
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
  )('A text of three U+%s is blank', (hex) => expect(isBlank(codePoint(hex).repeat(3))).toBe(true))

  test('The empty text is blank', () => expect(isBlank('')).toBe(true))

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
  ])('The text %s is not blank', (text) => expect(isBlank(text)).toBe(false))
})

describe('forbidden characters', () => {
  test.each(['\0', 'a\u0008', '\u000b', '\r\n', '\u001b[31m', '\ud800', 'a\udc00b'])(
    'The text %j with control characters is refused',
    (text) => expect(hasForbiddenControls(text)).toBe(true),
  )
  test.each(['two\nlines', 'a\ttab', '\u202eright to left', FAMILY, ''])(
    'The text %j has no forbidden characters',
    (text) => expect(hasForbiddenControls(text)).toBe(false),
  )
})

describe('marks on a letter', () => {
  const zalgo = (marks: number) => `Z${'\u0335'.repeat(marks)}oe`
  test('Eight marks on a letter are accepted, and nine are not', () => {
    expect(hasTooManyMarks(zalgo(8))).toBe(false)
    expect(hasTooManyMarks(zalgo(9))).toBe(true)
  })
  test('Joiners between marks do not hide them', () =>
    expect(hasTooManyMarks(`Z${'\u0335\u200d'.repeat(9)}`)).toBe(true))
  test.each(['Nguyễn Thị Ánh', 'שִׁבֹּ֫לֶת', 'สวัสดี', 'བསྒྲུབས', FAMILY])(
    'The name %s has an acceptable number of marks',
    (name) => expect(hasTooManyMarks(name)).toBe(false),
  )
})

describe('mixed scripts', () => {
  test.each(['аdmin', 'pаypal', 'Αlice', 'bοb', 'Ꭺnn', 'ЯR', 'ａдmin'])(
    'The name %s mixes two scripts',
    (name) => expect(isMixedScript(name)).toBe(true),
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
  ])('The name %s does not mix scripts', (name) => expect(isMixedScript(name)).toBe(false))
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

function parsed(schema: v.GenericSchema, input: unknown): unknown {
  const result = v.safeParse(schema, input)
  return result.success ? { value: result.output } : result.issues.map(({ message }) => message)
}

describe('required text', () => {
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
  ])('The text %j gets one message: %s', (input, message) => expect(parsed(title, input)).toEqual([message]))

  test.each([
    ['abc', 'abc'],
    [' abcde\n', 'abcde'],
    ['a\u200bb', 'a\u200bb'],
    ['a\nb', 'a\nb'],
    ['a\u000bb', 'a b'],
    ['a\u000cb\u0003', 'a b'],
    ['\u0085abc\u0085', 'abc'],
  ])('The text %j is kept as %j', (input, value) => expect(parsed(title, input)).toEqual({ value }))

  test('A required text is reported under its missing key in an object, and may be absent from a change', () => {
    expect(parsed(v.strictObject({ title }), {})).toEqual(['is required'])
    expect(parsed(v.partial(v.strictObject({ title, note })), {})).toEqual({ value: {} })
  })
})

test('A soft line break of a document is a line feed in a text of several lines, and in a message', () => {
  expect(parsed(note, 'a\u000bb\u000cc\u0003\u0085')).toEqual({ value: 'a\nb\nc' })
  expect(parsed(note, 'a\u0004')).toEqual([UNUSABLE_CHARACTERS])
  expect(parsed(SendMessageBody, { content: 'Hi\u000bthere\u0003' })).toMatchObject({
    value: { content: 'Hi\nthere' },
  })
  expect(parsed(SendMessageBody, { content: '\u0085\u0003' })).toEqual(['Message cannot be empty'])
})

describe('a name', () => {
  test('A name is one line with at most eight marks on a letter', () => {
    expect(parsed(name, 'Ann\nBen')).toEqual([UNUSABLE_CHARACTERS])
    expect(parsed(name, `Ann${'\u0301'.repeat(9)}`)).toEqual([TOO_MANY_MARKS])
    expect(parsed(name, ' ')).toEqual(['is required'])
    expect(parsed(name, ' Zoë ')).toEqual({ value: 'Zoë' })
    expect(parsed(name, 'Ann\u000bBen\u0003')).toEqual({ value: 'Ann Ben' })
  })
})

describe('optional text', () => {
  test.each([[undefined], [null], [''], ['  '], ['\u200b'.repeat(9)]])(
    'The optional text %j is null',
    (input) => expect(parsed(note, input)).toEqual({ value: null }),
  )
  test.each([
    ['abcdef', 'too long'],
    ['\0', UNUSABLE_CHARACTERS],
    [7, NOT_TEXT],
  ])('The optional text %j gets the message: %s', (input, message) =>
    expect(parsed(note, input)).toEqual([message]),
  )
  test('The optional text is trimmed', () => expect(parsed(note, ' abcde ')).toEqual({ value: 'abcde' }))
})
