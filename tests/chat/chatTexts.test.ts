// The short texts of chats: previews, times and typing labels.

import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { dayLabel, listTime, tripChatTime } from '#web/chat/messageTimes.ts'
import { lastMessageText, messagePreview } from '#web/chat/messagePreview.ts'
import { toTypingParts } from '#web/chat/view/TypingLabel.tsx'

/** By the clock of the device that runs the test. */
const localTime = (year: number, month: number, day: number, hour: number, minute: number): number =>
  new Date(year, month - 1, day, hour, minute).getTime()

describe('a preview', () => {
  test('A preview of 60 characters is whole, and one of 61 is cut to 57 and an ellipsis', () => {
    coversSpec('§9 Message preview')

    expect(messagePreview('a'.repeat(60))).toBe('a'.repeat(60))
    expect(messagePreview('a'.repeat(61))).toBe(`${'a'.repeat(57)}...`)
  })

  test('A preview counts a family emoji as one character and never splits it', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(family.length).toBe(11)
    expect(messagePreview(family.repeat(60))).toBe(family.repeat(60))
    expect(messagePreview(family.repeat(61))).toBe(`${family.repeat(57)}...`)
  })

  test('A preview keeps an accent with its letter', () => {
    const letter = 'e\u0301'
    expect(messagePreview(letter.repeat(70))).toBe(`${letter.repeat(57)}...`)
  })

  test('A preview is a single line, whatever the message contains', () => {
    expect(messagePreview('  first\n\n\tsecond  ')).toBe('first second')
  })

  test('The preview of a message without text names its kind', () => {
    expect(lastMessageText({ content: 'x.jpg', message_type: 'image' })).toBe('Photo')
    expect(lastMessageText({ content: 'x.pdf', message_type: 'file' })).toBe('File')
    expect(lastMessageText({ content: 'hello', message_type: 'text' })).toBe('hello')
  })
})

describe('the time of a conversation in the list', () => {
  const now = localTime(2026, 6, 12, 12, 0)
  const before = (hours: number) => listTime(now - hours * 3_600_000, now)

  test('The list shows the clock time for less than 24 hours, also across midnight', () => {
    coversSpec('§2 Conversation list: Time is clock time')

    expect(before(0)).toBe('12:00')
    expect(before(23.5)).toBe('12:30')
  })

  test('The list shows the weekday from 24 hours on and below 168 hours', () => {
    coversSpec('§2 Conversation list: Time is clock time')

    expect(before(24)).toBe('Thu')
    expect(before(167.9)).toBe('Fri')
  })

  test('The list shows month and day from 168 hours on', () => {
    coversSpec('§2 Conversation list: Time is clock time')

    expect(before(168)).toBe('5 Jun')
  })

  test('The list shows the clock time for a message from a device whose clock is ahead', () => {
    expect(before(-1)).toBe('13:00')
  })
})

describe('the time of a chat of a trip', () => {
  const now = localTime(2026, 6, 12, 12, 0)

  test('A trip chat shows HH:mm today, Yesterday before the reader’s midnight, then month and day', () => {
    coversSpec('§2 Chat: Time shows as HH:mm')

    expect(tripChatTime(localTime(2026, 6, 12, 0, 0), now)).toBe('00:00')
    expect(tripChatTime(localTime(2026, 6, 11, 23, 59), now)).toBe('Yesterday')
    expect(tripChatTime(localTime(2026, 6, 10, 23, 59), now)).toBe('10 Jun')
  })
})

describe('the line of a day', () => {
  const now = localTime(2026, 6, 13, 4, 0)

  test('A day separator reads Today by the reader’s clock, which may be tomorrow elsewhere', () => {
    expect(dayLabel('2026-06-13', now)).toBe('Today')
    expect(dayLabel('2026-06-12', now)).toBe('Yesterday')
  })

  test('A day separator shows the date, with the year when it is another year', () => {
    expect(dayLabel('2026-06-01', now)).toBe('Monday, 1 June')
    expect(dayLabel('2025-12-31', now)).toBe('31 December 2025')
  })
})

test('Dates and times in chats read as in the rest of the app, whatever the language of the device', () => {
  const run = (language: string) =>
    execFileSync(process.execPath, ['--input-type=module', '--eval', everyTime], {
      env: { ...process.env, LC_ALL: language, TZ: 'Asia/Hong_Kong' },
      encoding: 'utf8',
    }).trim()
  for (const language of ['en-US', 'de-DE', 'th-TH', 'fa-IR', 'ar-EG'])
    expect(run(language), language).toBe('14:05, Wed, 31 Dec, Wednesday, 31 December, 31 Dec 2025')
})

const everyTime = `
  const { clockTime, dayLabel, listTime, tripChatTime } = await import('${import.meta.resolve('#web/chat/messageTimes.ts')}')
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

describe('typing label', () => {
  const said = (...names: string[]) => toTypingParts(names).join('')

  test('The typing label names up to three people, beyond that two and a count', () => {
    coversSpec('§2 Conversation view: Typing labels')

    expect(said()).toBe('')
    expect(said('ann')).toBe('ann is typing...')
    expect(said('ann', 'ben')).toBe('ann and ben are typing...')
    expect(said('ann', 'ben', 'cho')).toBe('ann, ben and cho are typing...')
    expect(said('ann', 'ben', 'cho', 'dan')).toBe('ann, ben and 2 others are typing...')
    expect(said('ann', 'ben', 'cho', 'dan', 'eve')).toBe('ann, ben and 3 others are typing...')
  })

  test('The typing label isolates each name, so that a name keeps its own text direction', () => {
    const words = toTypingParts(['أحمد', 'ben', 'cho'])
    expect(words.filter((_, i) => i % 2 === 0)).toEqual(['أحمد', 'ben', 'cho'])
  })
})
