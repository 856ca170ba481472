// The calendar of a trip: what presses and keys do, and the weeks it shows.

import { expect, test } from 'vitest'
import { type DateRange, dayAfterKey, pressDay, rangeDays, weeksOf } from '#web/trips/trip/dateRange.ts'

const nothing: DateRange = { startDate: '', endDate: '' }
const range = (startDate: string, endDate = ''): DateRange => ({ startDate, endDate })
const pressed = (...days: string[]) => days.reduce((chosen, day) => pressDay(chosen, day), nothing)

test('The first press is the start, the second the end, and a further one starts again', () => {
  expect(pressed('2027-04-10')).toEqual(range('2027-04-10'))
  expect(pressed('2027-04-10', '2027-04-14')).toEqual(range('2027-04-10', '2027-04-14'))
  for (const day of ['2027-04-12', '2027-04-01', '2027-04-30'])
    expect(pressed('2027-04-10', '2027-04-14', day)).toEqual(range(day))
})

test('A second press on or before the start moves the start, because a trip has two days at least', () => {
  expect(pressed('2027-04-10', '2027-04-10')).toEqual(range('2027-04-10'))
  expect(pressed('2027-04-10', '2027-04-08')).toEqual(range('2027-04-08'))
})

test('On a trip that has begun each press is its end', () => {
  const begun = range('2026-11-20', '2026-11-30')
  expect(pressDay(begun, '2026-12-04', true)).toEqual(range('2026-11-20', '2026-12-04'))
})

test('Arrows move a day or a week, Home and End within the week, the Page keys a month', () => {
  const led = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'].map(
    (key) => dayAfterKey(key, '2027-04-01'),
  )
  expect(led).toEqual([
    ...['2027-03-31', '2027-04-02', '2027-03-25', '2027-04-08'],
    ...['2027-03-29', '2027-04-04', '2027-03-01', '2027-05-01'],
  ])
  expect(dayAfterKey('Enter', '2027-04-01')).toBe(null)
})

test('A month that is shorter leads to its last day, over the end of a year as well', () => {
  expect(dayAfterKey('PageUp', '2027-03-31')).toBe('2027-02-28')
  expect(dayAfterKey('PageDown', '2028-01-30')).toBe('2028-02-29')
  expect(dayAfterKey('PageDown', '2026-12-31')).toBe('2027-01-31')
})

test('Both days count, and there is no number of days while one is missing or they are reversed', () => {
  expect(rangeDays(range('2027-04-10', '2027-04-14'))).toBe(5)
  expect(rangeDays(range('2027-04-10'))).toBe(null)
  expect(rangeDays(range('2027-04-10', '2027-04-09'))).toBe(null)
})

test('Weeks begin on Monday and hold the days of their month only', () => {
  const weeks = weeksOf('2027-02')
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7])
  expect(weeksOf('2027-04').map((week) => [week[0], week.length])).toEqual([
    ['2027-04-01', 4],
    ['2027-04-05', 7],
    ['2027-04-12', 7],
    ['2027-04-19', 7],
    ['2027-04-26', 5],
  ])
})
