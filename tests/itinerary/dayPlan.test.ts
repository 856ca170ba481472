// How the activities of a day lie in time.

import { describe, expect, test } from 'vitest'
import { activityResponse } from '#tests/support/activity.ts'
import { boardBlocksOf } from '#web/itinerary/boardColumns.ts'
import type { ItemResponse } from '#core/itinerary/contract.ts'
import { endAfter, freeUntil, gapsIn, hoursOf, overlapsIn } from '#web/itinerary/dayPlan.ts'
import { durationText, mapsUrl } from '#web/itinerary/activityLabels.ts'

const activity = (id: string, times: string, more: Partial<ItemResponse> = {}) => {
  const [startTime, endTime = null] = times.split('–') as [string, string?]
  return activityResponse({ id, title: `Title ${id}`, startTime, endTime, ...more })
}
const cancelled = { status: 'cancelled' } as const

describe('an overlap', () => {
  const overlapping = (...activities: ReturnType<typeof activity>[]) => [...overlapsIn(activities).keys()]

  test('An overlap is shown on both activities, and not where one ends when the other begins', () => {
    const [a, b] = [activity('a', '10:00–12:00'), activity('b', '11:00–13:00')]
    expect(overlapsIn([a, b])).toEqual(
      new Map([
        ['a', ['Title b']],
        ['b', ['Title a']],
      ]),
    )
    expect(overlapping(a, activity('c', '12:00–13:00'))).toEqual([])
  })

  test('An overlap includes an activity within another, and two that begin together', () => {
    const long = activity('long', '09:00–18:00')
    expect(overlapping(long, activity('b', '10:00'))).toEqual(['long', 'b'])
    expect(overlapping(activity('a', '10:00'), activity('b', '10:00'))).toEqual(['a', 'b'])
  })

  test('An overlap leaves out cancelled activities and other days', () => {
    const long = activity('long', '09:00–18:00')
    expect(overlapping(long, activity('b', '10:00', cancelled))).toEqual([])
    expect(overlapping(long, activity('b', '10:00', { date: '2026-06-03' }))).toEqual([])
  })
})

describe('a gap', () => {
  const gaps = (...activities: ReturnType<typeof activity>[]) => Object.fromEntries(gapsIn(activities))

  test('A gap of half an hour or more is found before the activity that ends it', () => {
    expect(
      gaps(activity('a', '09:00–12:40'), activity('b', '13:30–14:30'), activity('c', '14:59–16:00')),
    ).toEqual({
      b: { until: '13:30', minutes: 50 },
    })
    expect(gaps(activity('a', '09:00–10:00'), activity('b', '10:30'))).toEqual({
      b: { until: '10:30', minutes: 30 },
    })
  })

  test('A gap begins when the longest activity before it ends', () => {
    const long = activity('long', '09:00–15:00')
    expect(gaps(long, activity('b', '10:00–11:00'), activity('c', '12:00'), activity('d', '16:00'))).toEqual({
      d: { until: '16:00', minutes: 60 },
    })
  })

  test('A gap is not claimed after an activity without an end, and a cancelled one leaves its time free', () => {
    expect(gaps(activity('a', '09:00'), activity('b', '14:00–15:00'))).toEqual({})
    expect(
      gaps(activity('a', '09:00–10:00'), activity('b', '11:00–12:00', cancelled), activity('c', '13:00')),
    ).toEqual({
      c: { until: '13:00', minutes: 180 },
    })
  })
})

test('Time is free until the next activity that is not cancelled, in any order of the list', () => {
  const day = [activity('b', '20:00'), activity('a', '16:00–17:00'), activity('c', '18:00', cancelled)]
  expect(freeUntil(day, '15:00')).toBe('16:00')
  expect(freeUntil(day, '16:00')).toBe('16:00')
  expect(freeUntil(day, '17:00')).toBe('20:00')
  expect(freeUntil(day, '20:30')).toBeNull()
})

test('An end moves with its start, and stays within the day', () => {
  expect(endAfter('14:00', 60)).toBe('15:00')
  expect(endAfter('23:30', 60)).toBe('23:59')
  expect(endAfter('23:59', 60)).toBeNull()
})

test('A picture of a day has the hours from 8 to 23, and more where something is planned earlier or later', () => {
  expect(hoursOf([])).toEqual({ from: 8, to: 23 })
  expect(hoursOf([activity('a', '05:30–06:00'), activity('b', '22:00–23:15')])).toEqual({ from: 5, to: 24 })
  expect(hoursOf([activity('a', '23:00')])).toEqual({ from: 8, to: 24 })
})

test.each([
  [50, '50 min'],
  [60, '1 h'],
  [150, '2 h 30 min'],
])('%i minutes are “%s”', (minutes, text) => {
  expect(durationText(minutes)).toBe(text)
})

test('The address of a map has the location alone, with every character escaped', () => {
  expect(mapsUrl('Café A&B, 1 Rua #2')).toBe(
    'https://www.google.com/maps/search/?api=1&query=Caf%C3%A9%20A%26B%2C%201%20Rua%20%232',
  )
})

test('On a board, activities at the same time stand in columns, and later ones alone again', () => {
  const day = [
    activity('a', '10:00–12:30'),
    activity('b', '12:00–13:00'),
    activity('c', '12:30–14:00'),
    activity('d', '20:00'),
  ]
  expect(boardBlocksOf(day).map(({ id, column, columns }) => [id, column, columns])).toEqual([
    ['a', 0, 2],
    ['b', 1, 2],
    ['c', 0, 2],
    ['d', 0, 1],
  ])
  const [last] = boardBlocksOf([activity('d', '20:00')])
  expect(last!.end - last!.start, 'long enough for its title').toBe(40)
})

test('On a board, a later activity may cover the end of an earlier one, but no title', () => {
  const isSideBySide = (...times: string[]) =>
    boardBlocksOf(times.map((time, n) => activity(String(n), time))).map((block) => block.isSideBySide)
  expect(isSideBySide('10:00–12:30', '12:00–13:00')).toEqual([false, false])
  expect(isSideBySide('10:00–12:30', '10:30–13:00')).toEqual([true, true])
  expect(isSideBySide('10:00–14:00', '13:00–15:00', '13:00–14:00', '16:00')).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(isSideBySide('10:00–10:30', '10:40–11:00'), 'one after the other').toEqual([false, false])
})
