// What the chats say in little room: the last message, when it was, and who is typing.

import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { dayLabel, listTime, tripChatTime } from '#web/chat/chatTimes.ts'
import { lastWords, previewOf } from '#web/chat/preview.ts'
import { typingWords } from '#web/chat/TypingLabel.tsx'

describe('a preview', () => {
  test('of 60 signs is whole, of 61 it is 57 and an ellipsis', () => {
    coversSpec('§9 Message preview')

    expect(previewOf('a'.repeat(60))).toBe('a'.repeat(60))
    expect(previewOf('a'.repeat(61))).toBe(`${'a'.repeat(57)}...`)
  })

  test('counts a family as one sign and never takes it apart', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(family.length).toBe(11)
    expect(previewOf(family.repeat(60))).toBe(family.repeat(60))
    expect(previewOf(family.repeat(61))).toBe(`${family.repeat(57)}...`)
  })

  test('keeps an accent with its letter', () => {
    const letter = 'e\u0301'
    expect(previewOf(letter.repeat(70))).toBe(`${letter.repeat(57)}...`)
  })

  test('is one line, whatever the message has', () => {
    expect(previewOf('  first\n\n\tsecond  ')).toBe('first second')
  })

  test('says what it is where there are no words', () => {
    expect(lastWords({ content: 'x.jpg', message_type: 'image' })).toBe('Photo')
    expect(lastWords({ content: 'x.pdf', message_type: 'file' })).toBe('File')
    expect(lastWords({ content: 'hello', message_type: 'text' })).toBe('hello')
  })
})

describe('the time of a conversation in the list', () => {
  const where = { timeZone: 'Asia/Hong_Kong' }
  const now = Date.parse('2026-06-12T04:00:00Z')
  const before = (hours: number) => listTime(now - hours * 3_600_000, now, where)

  test('is the clock under 24 hours, also across midnight', () => {
    coversSpec('§2 Conversation list: Time is clock time')

    expect(before(0)).toBe('12:00')
    expect(before(23.5)).toBe('12:30')
  })

  test('is the weekday from 24 hours on and under 168', () => {
    coversSpec('§2 Conversation list: Time is clock time')

    expect(before(24)).toBe('Thu')
    expect(before(167.9)).toBe('Fri')
  })

  test('is month and day from 168 hours on', () => {
    coversSpec('§2 Conversation list: Time is clock time')

    expect(before(168)).toBe('5 Jun')
  })

  test('is the clock where another device is ahead of this one', () => {
    expect(before(-1)).toBe('13:00')
  })
})

describe('the time of a chat of a trip', () => {
  const where = { timeZone: 'Asia/Hong_Kong' }
  const now = Date.parse('2026-06-12T04:00:00Z')

  test('is HH:mm today, Yesterday before midnight where the reader is, then month and day', () => {
    coversSpec('§2 Chat: Time shows as HH:mm')

    expect(tripChatTime(Date.parse('2026-06-11T16:00:00Z'), now, where)).toBe('00:00')
    expect(tripChatTime(Date.parse('2026-06-11T15:59:00Z'), now, where)).toBe('Yesterday')
    expect(tripChatTime(Date.parse('2026-06-10T15:59:00Z'), now, where)).toBe('10 Jun')
  })
})

describe('the line of a day', () => {
  const where = { timeZone: 'Asia/Hong_Kong' }
  const now = Date.parse('2026-06-12T20:00:00Z')

  test('is Today where the reader is, which may be tomorrow elsewhere', () => {
    expect(dayLabel('2026-06-13', now, where)).toBe('Today')
    expect(dayLabel('2026-06-12', now, where)).toBe('Yesterday')
  })

  test('is the date, with the year when it is another', () => {
    expect(dayLabel('2026-06-01', now, where)).toBe('Monday, 1 June')
    expect(dayLabel('2025-12-31', now, where)).toBe('31 December 2025')
  })
})

test('dates and times in chats read as everywhere else in the app, whatever language the device is set to', () => {
  const run = (language: string) =>
    execFileSync(process.execPath, ['--input-type=module', '--eval', everyTime], {
      env: { ...process.env, LC_ALL: language, TZ: 'Asia/Hong_Kong' },
      encoding: 'utf8',
    }).trim()
  for (const language of ['en-US', 'de-DE', 'th-TH', 'fa-IR', 'ar-EG'])
    expect(run(language), language).toBe('14:05, Wed, 31 Dec, Wednesday, 31 December, 31 Dec 2025')
})

const everyTime = `
  const { clockTime, dayLabel, listTime, tripChatTime } = await import('${import.meta.resolve('#web/chat/chatTimes.ts')}')
  const { formatDate } = await import('${import.meta.resolve('#core/kernel/format.ts')}')
  const [at, day, hour] = [Date.parse('2025-12-31T06:05:00Z'), '2025-12-31', 3_600_000]
  console.log([
    clockTime(at),
    listTime(at, at + 30 * hour),
    tripChatTime(at, at + 200 * hour),
    dayLabel(day, Date.parse('2025-12-29T06:05:00Z')),
    formatDate(day),
  ].join(', '))
`

describe('who is typing', () => {
  const said = (...names: string[]) => typingWords(names).join('')

  test('is named up to three, beyond that two and a count', () => {
    coversSpec('§2 Conversation view: Typing labels')

    expect(said()).toBe('')
    expect(said('ann')).toBe('ann is typing...')
    expect(said('ann', 'ben')).toBe('ann and ben are typing...')
    expect(said('ann', 'ben', 'cho')).toBe('ann, ben and cho are typing...')
    expect(said('ann', 'ben', 'cho', 'dan')).toBe('ann, ben and 2 others are typing...')
    expect(said('ann', 'ben', 'cho', 'dan', 'eve')).toBe('ann, ben and 3 others are typing...')
  })

  test('has each name in a place of its own, where it can be set in its own direction', () => {
    const words = typingWords(['أحمد', 'ben', 'cho'])
    expect(words.filter((_, i) => i % 2 === 0)).toEqual(['أحمد', 'ben', 'cho'])
  })
})
