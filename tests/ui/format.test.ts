// The format of money, dates and times in Hong Kong English.

import { describe, expect, test } from 'vitest'
import { formatSignedMinor, formatUnsignedMinor } from '#core/kernel/formatMinor.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import {
  currencyDigits,
  currencySymbol,
  dotted,
  formatCount,
  formatDate,
  formatDateRange,
  formatMoment,
  formatMoney,
  formatRelative,
} from '#web/platform/time/format.ts'

describe('money', () => {
  test.each([
    [420, 'HKD', 'HK$420.00'],
    [1234.5, 'HKD', 'HK$1,234.50'],
    [0.1, 'USD', 'US$0.10'],
    [999_999.99, 'EUR', '€999,999.99'],
    [1200, 'JPY', 'JP¥1,200'],
    [0, 'GBP', '£0.00'],
  ])('The amount %d %s reads %s', (amount, currency, text) => {
    coversSpec('§1 Currency is shown')

    expect(formatMoney(amount, currency)).toBe(text)
  })

  test('An amount below zero has a minus sign, not a hyphen, before the currency', () => {
    expect(formatMoney(-60, 'HKD')).toBe('\u2212HK$60.00')
  })

  test('An amount of zero never has a minus sign', () => {
    expect(formatMoney(-0, 'HKD')).toBe('HK$0.00')
  })

  test('A signed amount has a plus sign too, and zero has none', () => {
    expect(formatSignedMinor(6000, 'HKD')).toBe('+HK$60.00')
    expect(formatSignedMinor(-6000, 'HKD')).toBe('\u2212HK$60.00')
    expect(formatSignedMinor(0, 'HKD')).toBe('HK$0.00')
  })

  test('An amount beside a word that gives its direction has no sign', () => {
    expect(formatUnsignedMinor(-6000, 'HKD')).toBe('HK$60.00')
  })

  test.each([
    ['HKD', 'HK$', 2],
    ['USD', 'US$', 2],
    ['EUR', '€', 2],
    ['GBP', '£', 2],
    ['JPY', 'JP¥', 0],
    ['CAD', 'CA$', 2],
    ['AUD', 'A$', 2],
    ['CNY', 'CN¥', 2],
    ['SGD', 'SGD', 2],
  ])('The currency %s has the symbol %s and %d digits', (currency, symbol, digits) => {
    coversSpec('§9 Supported currencies')

    expect(currencySymbol(currency)).toBe(symbol)
    expect(currencyDigits(currency)).toBe(digits)
  })
})

describe('the days of a trip', () => {
  test.each([
    ['2026-12-12', '2026-12-19', '12–19 Dec 2026'],
    ['2026-11-28', '2026-12-03', '28 Nov – 3 Dec 2026'],
    ['2026-12-28', '2027-01-03', '28 Dec 2026 – 3 Jan 2027'],
    ['2026-12-12', '2026-12-12', '12 Dec 2026'],
  ])('The days from %s to %s read %s', (start, end, text) => {
    expect(formatDateRange(start, end)).toBe(text)
  })

  test('A date is the same day in every time zone', () => {
    expect(formatDate('2026-03-01')).toBe('1 Mar 2026')
    expect(formatDate('2026-03-01T00:30:00+08:00')).toBe('1 Mar 2026')
  })

  test('An invalid date is shown as received', () => {
    expect(formatDate('soon')).toBe('soon')
    expect(formatDateRange('soon', '2026-12-19')).toBe('soon – 19 Dec 2026')
  })
})

describe('relative time', () => {
  const at = '2026-05-02T12:00:00Z'
  const seconds = (s: number) => Date.parse(at) + s * 1000

  test.each([
    [0, 'Just now'],
    [59, 'Just now'],
    [60, '1 minute ago'],
    [59 * 60, '59 minutes ago'],
    [3600, '1 hour ago'],
    [23 * 3600, '23 hours ago'],
    [24 * 3600, '1 day ago'],
    [6 * 86_400, '6 days ago'],
    [7 * 86_400, '2 May 2026'],
    [400 * 86_400, '2 May 2026'],
  ])('The time %d seconds ago reads: %s', (after, text) => {
    coversSpec('§2 Profile: Relative-time labels elsewhere')

    expect(formatRelative(at, seconds(after), 'UTC')).toBe(text)
  })

  test('A time ahead of the device’s clock is not in the future', () => {
    expect(formatRelative(at, seconds(-30))).toBe('Just now')
  })

  test('The date of a time is that of the reader’s time zone', () => {
    const late = '2026-05-02T20:00:00Z'
    expect(formatRelative(late, Date.parse(late) + 8 * 86_400_000, 'Asia/Hong_Kong')).toBe('3 May 2026')
  })
})

describe('moments', () => {
  // In the device's own time zone, because the times shown are in it.
  const at = (day: number, hour: number, minute: number) => new Date(2026, 4, day, hour, minute).getTime()
  test.each([
    ['at 14:05', at(3, 14, 5), at(3, 23, 59)],
    ['at 00:00', at(3, 0, 0), at(3, 0, 1)],
    ['yesterday at 23:59', at(2, 23, 59), at(3, 0, 0)],
    ['on 1 May at 09:30', at(1, 9, 30), at(3, 0, 0)],
  ])('The moment reads %s', (text, then, now) => {
    expect(formatMoment(then, now)).toBe(text)
  })
})

test('Parts are joined with dots that stay between two words, and parts that are not there have none', () => {
  expect(dotted(['Praia do Camilo', null, 'in 2 h', '', false])).toBe('Praia do Camilo\u00a0·\u00a0in 2 h')
})

test('A large count has its thousands apart', () => {
  expect([1, 2, 1200].map((count) => formatCount(count, 'row'))).toEqual(['1 row', '2 rows', '1,200 rows'])
})
