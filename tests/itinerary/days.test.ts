// The days of a trip and their activities, as the itinerary shows them.

import { activityResponse } from '#tests/support/activity.ts'
import { describe, expect, test } from 'vitest'
import { type ItemResponse, ItemBody, addItem, changeItem, removeItem } from '#core/itinerary/contract.ts'
import { activitiesOutside } from '#core/itinerary/activity.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { daysAround, daysOf, firstDay, sortOrdersFor, startingTogether } from '#web/itinerary/days.ts'
import {
  activityFormChanges,
  activityResolver,
  newActivity,
  rebasedActivity,
  activityFormValues,
} from '#web/itinerary/activityForm.ts'
import { activityList } from '#web/itinerary/activityList.ts'
import { checkForm } from '#web/platform/forms/form.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { showRecords } from '#web/records/shownRecords.ts'
import { pendingCommand } from '#tests/support/pendingCommands.ts'

const trip = { startDate: '2026-06-01', endDate: '2026-06-04' }
const activity = (id: string, startTime = '10:00', more: Partial<ItemResponse> = {}): ItemResponse =>
  activityResponse({ id, title: `Title ${id}`, startTime, ...more })

describe('the days', () => {
  test('The days are those of the trip, first and last included, each with its number of activities', () => {
    coversSpec('§2 Itinerary: Horizontal day chips')

    const days = daysOf(trip, [activity('a'), activity('b')])
    expect(days.map(({ date, count }) => [date, count])).toEqual([
      ['2026-06-01', 0],
      ['2026-06-02', 2],
      ['2026-06-03', 0],
      ['2026-06-04', 0],
    ])
    expect(days.map(({ dayNumber }) => dayNumber)).toEqual([1, 2, 3, 4])
    expect(days.some(({ isOutside }) => isOutside)).toBe(false)
  })

  test('A day shows in which of its parts something is planned, and nothing for what is cancelled', () => {
    const partsOf = (...activities: ItemResponse[]) => daysOf(trip, activities)[1]!.parts
    expect(partsOf(activity('a', '19:30'), activity('b', '09:00', { endTime: '12:40' }))).toEqual([
      'morning',
      'afternoon',
      'evening',
    ])
    expect(partsOf(activity('a', '09:00', { endTime: '12:00' }), activity('b', '18:00'))).toEqual([
      'morning',
      'evening',
    ])
    expect(partsOf(activity('a', '09:00', { status: 'cancelled' }))).toEqual([])
  })

  test('A list of very many activities has the days around one of them, at least that day', () => {
    const of = (...counts: number[]) =>
      counts.map((count, n) => ({ ...daysOf(trip, [])[0]!, date: `2026-06-0${n + 1}`, count }))
    const around = (days: ReturnType<typeof of>, date: string) =>
      daysAround(days, date, 10).map((day) => Number(day.date.slice(-1)))
    expect(around(of(3, 3, 3, 1), '2026-06-03')).toEqual([1, 2, 3, 4])
    expect(around(of(9, 9, 9, 9), '2026-06-02')).toEqual([2])
    expect(around(of(9, 2, 4, 4, 9), '2026-06-03')).toEqual([2, 3, 4])
    expect(around(of(0, 900, 0), '2026-06-02')).toEqual([2])
    expect(around(of(2, 2), '2027-01-01')).toEqual([1, 2])
  })

  test('The days include those outside of the trip’s dates that have activities', () => {
    const days = daysOf(trip, [
      activity('a', '10:00', { date: '2026-05-30' }),
      activity('b', '10:00', { date: '2026-06-09' }),
    ])
    expect(days.filter(({ isOutside }) => isOutside).map(({ date }) => date)).toEqual([
      '2026-05-30',
      '2026-06-09',
    ])
    expect(days.map(({ date }) => date)).toEqual(days.map(({ date }) => date).toSorted())
  })

  test('The first shown day is today during the trip, else the first day', () => {
    expect(firstDay(trip, '2026-06-03')).toBe('2026-06-03')
    expect(firstDay(trip, '2026-05-03')).toBe('2026-06-01')
    expect(firstDay(trip, '2026-06-05')).toBe('2026-06-01')
  })

  test('Activities outside of new dates are known before the dates are saved', () => {
    const activities = [
      activity('a', '10:00', { date: '2026-06-01' }),
      activity('b'),
      activity('c', '10:00', { date: '2026-06-04' }),
    ]
    const left = activitiesOutside(activities, { startDate: '2026-06-02', endDate: '2026-06-03' })
    expect(left.map(({ id }) => id)).toEqual(['a', 'c'])
  })
})

describe('moving an activity', () => {
  const day = [
    activity('a', '09:00'),
    activity('b', '10:00'),
    activity('c', '10:00'),
    activity('d', '10:00', { sortOrder: 7 }),
  ]

  test('A moved activity takes its new place among those that start together', () => {
    expect(sortOrdersFor(day, ['c', 'b', 'd'])).toEqual([
      { id: 'b', sortOrder: 1 },
      { id: 'd', sortOrder: 2 },
    ])
    expect(sortOrdersFor(day, ['b', 'd', 'c'])).toEqual([
      { id: 'd', sortOrder: 1 },
      { id: 'c', sortOrder: 2 },
    ])
  })

  test('A moved activity never passes another start time, because the time orders first', () => {
    expect(startingTogether(day, day[2]!)).toEqual(['b', 'c', 'd'])
    expect(startingTogether(day, day[0]!)).toEqual(['a'])
  })
})

describe('the form', () => {
  const texts = async (values: object) => {
    const { errors } = await activityResolver(
      { ...newActivity('2026-06-02'), title: 'Tram', ...values },
      undefined,
      {
        fields: {},
        shouldUseNativeValidation: false,
      },
    )
    return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]))
  }

  test('The form starts with 09:00 to 10:00 and reports missing fields in the words of the product', async () => {
    coversSpec('§2 Itinerary: Times default to 09:00', '§5 Itinerary item: title is required')

    expect(newActivity('2026-06-02')).toMatchObject({
      startTime: '09:00',
      endTime: '10:00',
      status: 'planned',
    })
    expect(await texts({})).toEqual({})
    expect(await texts({ title: ' ', startTime: '' })).toEqual({
      title: 'Title is required',
      startTime: 'Start time is required',
    })
    expect(await texts({ title: '', endTime: '09:00' })).toEqual({
      title: 'Title is required',
      endTime: 'End time must be after start time',
    })
    expect(await texts({ endTime: '' })).toEqual({})
  })

  test('The form sends the changed fields alone', () => {
    const was = activity('a', '10:00', { endTime: '11:00', description: 'Early' })
    const entry = (values: object) => {
      const { sortOrder: _, ...body } = { sortOrder: 0, ...activityFormValues(was), ...values }
      const checked = checkForm(ItemBody, body)
      if ('fields' in checked) throw new Error(JSON.stringify(checked.fields))
      return activityFormChanges(checked.body, was)
    }
    expect(entry({})).toEqual({})
    expect(entry({ title: ' Title a ', endTime: '' })).toEqual({ endTime: null })
    expect(entry({ description: '', status: 'confirmed' })).toEqual({
      description: null,
      status: 'confirmed',
    })
  })

  test('The form takes over a field that another person changed and the user did not', () => {
    const was = activityFormValues(activity('a'))
    const now = { ...was, title: 'Theirs', location: 'Theirs' }
    expect(rebasedActivity({ ...was, title: 'Mine' }, was, now)).toEqual({
      ...was,
      title: 'Mine',
      location: 'Theirs',
    })
  })
})

describe('pending activities', () => {
  const me = { id: 'ben', username: 'ben' }
  const pending = (endpoint: PendingCommand['endpoint'], more: Partial<PendingCommand>): PendingCommand =>
    pendingCommand(endpoint, { id: 'new', key: 'k', ...more })
  const shownOf = (activities: ItemResponse[], confirmed: ItemResponse[], command: PendingCommand) =>
    showRecords(activityList, activities, confirmed, [command], me)
  const body = { date: '2026-06-02', title: 'Tram', startTime: '09:30', endTime: null }

  test('A new activity has its command as a mark, and is shown once', () => {
    const add = pending(addItem, { body })
    expect(shownOf([activity('new', '09:30')], [], add)).toEqual([
      { record: activity('new', '09:30'), commands: [add], isAbsent: false },
    ])
  })

  test('A new activity that was refused stays in its place of the day, as it was entered', () => {
    const confirmed = [activity('a', '09:00'), activity('b', '10:00')]
    const add = pending(addItem, { body, state: 'refused', error: 'No' })
    const shown = shownOf(confirmed, confirmed, add)
    expect(shown.map(({ record: { id } }) => id)).toEqual(['a', 'new', 'b'])
    expect(shown[1]).toMatchObject({
      record: { title: 'Tram', createdBy: me },
      commands: [{ error: 'No' }],
      isAbsent: true,
    })
  })

  test('A changed activity has its command as a mark', () => {
    const change = pending(changeItem, { params: { itemId: 'a' }, body: { startTime: '18:00' } })
    const [first] = shownOf([activity('a', '18:00')], [activity('a', '09:00')], change)
    expect(first).toEqual({ record: activity('a', '18:00'), commands: [change], isAbsent: false })
  })

  test('An activity that is being removed stays on the screen, with a mark', () => {
    const removal = pending(removeItem, { params: { itemId: 'a' } })
    expect(shownOf([], [activity('a')], removal)).toEqual([
      { record: activity('a'), commands: [removal], isAbsent: true },
    ])
  })
})
