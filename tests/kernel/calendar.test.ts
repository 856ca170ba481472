// Calendar dates exist independently of time zones and of Date objects.

import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { calendarDate, optionalCalendarDate } from '#core/kernel/dateFields.ts'
import {
  addDays,
  dateInUtc,
  daysBetween,
  earliestToday,
  parseDate,
  parseDateOrTimestamp,
  todayAt,
} from '#core/kernel/calendar.ts'

describe('a date', () => {
  test.each(['2026-02-28', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])(
    'The date %s exists',
    (text) => expect(parseDate(text)).toBe(text),
  )
  test.each([
    '2026-02-31',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '-001-01-01',
    '+275760-09-13',
    '10000-01-01',
    '2026-1-1',
    '20260101',
    '2026/01/01',
    ' 2026-01-01',
    '2026-01-01\n',
    '２０２６-01-01',
    '',
  ])('The date %j does not exist', (text) => expect(parseDate(text)).toBeNull())
})

describe('a timestamp in place of a date', () => {
  test.each([
    ['2026-03-29', '2026-03-29'],
    ['2026-03-29T01:30:00Z', '2026-03-29'],
    ['2026-03-29T23:30:00.123456+14:00', '2026-03-29'],
    ['2026-03-29T00:30:00-11:30', '2026-03-29'],
    ['2026-03-29t23:59:59z', '2026-03-29'],
  ])('The timestamp %s keeps its date as written', (text, date) =>
    expect(parseDateOrTimestamp(text)).toBe(date),
  )

  test.each([
    ['no zone', '2026-03-29T01:30'],
    ['no zone', '2026-03-29T01:30:00'],
    ['no seconds', '2026-03-29T01:30Z'],
    ['24:00', '2026-03-29T24:00:00Z'],
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['minute 60', '2026-03-29T01:60:00Z'],
    ['no such day', '2026-02-31T10:00:00Z'],
    ['no such offset', '2026-03-29T01:30:00+24:00'],
    ['an offset without a colon', '2026-03-29T01:30:00+0800'],
    ['an empty fraction', '2026-03-29T01:30:00.Z'],
    ['a space', '2026-03-29 01:30:00Z'],
    ['a date written by Date', 'Sun Mar 29 2026'],
  ])('A timestamp with %s is refused: %s', (_, text) => expect(parseDateOrTimestamp(text)).toBeNull())
})

describe('counting days', () => {
  // `Date` is exact for a valid date given as numbers, so it is the reference here.
  const witness = (date: string, days: number) => {
    const [year, month, day] = date.split('-').map(Number) as [number, number, number]
    const at = new Date(0)
    at.setUTCFullYear(year, month - 1, day + days)
    return at.toISOString().slice(0, 10)
  }

  test('Counting days agrees with the Gregorian calendar on every day of 400 years', () => {
    let date = addDays('1999-12-31', 1)
    const at = new Date('2000-01-01T00:00:00Z')
    for (let days = 0; days < 146_097; days++) {
      if (date !== at.toISOString().slice(0, 10)) expect(date).toBe(at.toISOString().slice(0, 10))
      date = addDays(date, 1)
      at.setUTCDate(at.getUTCDate() + 1)
    }
    expect(date).toBe('2400-01-01')
  })

  test('Counting days works far away, forwards and backwards', () => {
    const day = fc.integer({ min: 0, max: 3_652_058 }).map((days) => addDays('0001-01-01', days))
    fc.assert(
      fc.property(day, day, (from, to) => {
        const days = daysBetween(from, to)
        expect(addDays(from, days)).toBe(to)
        expect(witness(from, days)).toBe(to)
      }),
      { seed: 7, numRuns: 500 },
    )
  })

  test('Counting days ends with the year 9999, and refuses an invalid date', () => {
    expect(addDays('0001-01-01', 3_652_058)).toBe('9999-12-31')
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError)
    expect(() => addDays('0001-01-01', -1)).toThrow(RangeError)
    expect(() => addDays('2026-02-31', 0)).toThrow(RangeError)
    expect(() => daysBetween('2026-01-01', 'soon')).toThrow(RangeError)
  })
})

describe('today', () => {
  const noonInUtc = '2026-05-02T12:00:00.000Z'
  test('Today at UTC−12 is the day before until noon in UTC', () => {
    expect(earliestToday('2026-05-02T11:59:59.999Z')).toBe('2026-05-01')
    expect(earliestToday(noonInUtc)).toBe('2026-05-02')
  })
  test('Today at UTC+14 is already tomorrow', () => expect(todayAt(noonInUtc, 14)).toBe('2026-05-03'))
  test('Today is right in half-hour time zones', () => {
    expect(todayAt('2026-05-02T18:29:00Z', 5.5)).toBe('2026-05-02')
    expect(todayAt('2026-05-02T18:30:00Z', 5.5)).toBe('2026-05-03')
  })
  test('Today in UTC differs from the date that a clock elsewhere shows', () =>
    expect(dateInUtc('2027-01-01T03:00:00+08:00')).toBe('2026-12-31'))
  test('Today needs a timestamp', () => expect(() => todayAt('2026-05-02', 0)).toThrow(RangeError))
})

describe('a date in a form', () => {
  const parsed = (schema: v.GenericSchema, input: unknown) => {
    const result = v.safeParse(schema, input)
    return result.success ? { value: result.output } : result.issues.map(({ message }) => message)
  }
  const due = calendarDate({ required: 'Start date is required', invalid: 'no date' })
  const free = optionalCalendarDate({ invalid: 'no date' })

  test.each([[undefined], [null], [''], ['  ']])('The date %j is reported as missing', (input) =>
    expect(parsed(due, input)).toEqual(['Start date is required']),
  )
  test.each([['2026-02-31'], [20260501], [{}]])('The date %j is reported as invalid', (input) => {
    expect(parsed(due, input)).toEqual(['no date'])
    expect(parsed(free, input)).toEqual(['no date'])
  })
  test('A date in a form is kept as a calendar date', () => {
    expect(parsed(due, '2026-05-02T23:00:00-08:00')).toEqual({ value: '2026-05-02' })
    expect(parsed(free, '2026-05-02')).toEqual({ value: '2026-05-02' })
    expect(parsed(free, null)).toEqual({ value: null })
  })
})
