// A new trip from a file: what is suggested, what is refused, and the order of its commands.

import { describe, expect, test } from 'vitest'
import type { ParsedFile, ImportedRecord, TripOfFile } from '#core/imports/parsedFile.ts'
import { leftOutActivities, newTripErrors, newTripSteps, suggestedTrip } from '#web/money/imports/newTrip.ts'
import { newGuest } from '#web/money/imports/sending/importSteps.ts'
import { peopleOfNewTrip } from '#web/money/imports/personChoices.ts'
import { activity } from '#tests/support/activity.ts'
import { readRecognized, sampleBytes } from '#tests/imports/importedFiles.ts'

const TODAY = '2026-05-02'
const parsed = readRecognized(sampleBytes('splitwise-group.csv'))
const on = (...days: string[]): ParsedFile => ({
  ...parsed,
  records: days.map((date) => ({ ...parsed.records[0]!, date }) as ImportedRecord),
})

const activityOn = (date: string) =>
  activity({ id: `a-${date}`, date, title: `On ${date}`, startTime: '09:30' })
const archived: TripOfFile = {
  details: {
    ...{
      title: 'Lisbon',
      description: 'Trams',
      destination: 'Portugal',
      status: 'completed',
      budget: 120_050,
    },
    ...{ startDate: '2024-06-01', endDate: '2024-06-08', currency: 'EUR' },
  },
  activities: [activityOn('2024-06-01'), activityOn('2024-06-09')],
  roles: new Map(),
}

const { title, destination, startDate, endDate } = archived.details
const values = { title, destination, startDate, endDate, currency: 'EUR' as const }

describe('what is suggested', () => {
  test('A trip from a file has the days of the first and last record, the currency of most records, and the title of the group', () => {
    expect(suggestedTrip({ ...parsed, groupTitle: 'Lamma' }, TODAY, 'EUR')).toEqual({
      ...{ title: 'Lamma', destination: 'Lamma', currency: 'HKD' },
      ...{ startDate: '2026-10-03', endDate: '2026-10-08' },
    })
  })

  test('Of a group that went on for years the trip has its last days, as many as a trip can have', () => {
    const suggested = suggestedTrip(on('2021-01-01', '2024-03-05', '2024-12-31'), TODAY, 'HKD')
    expect([suggested.startDate, suggested.endDate]).toEqual(['2024-03-05', '2024-12-31'])
    expect(newTripErrors({ ...suggested, destination: 'Home' }, TODAY)).toEqual({})
  })

  test('A file of one day, and one without records, still give a start and an end', () => {
    const oneDay = suggestedTrip(on('2025-02-28'), TODAY, 'HKD')
    expect([oneDay.startDate, oneDay.endDate]).toEqual(['2025-02-28', '2025-03-01'])
    const none = suggestedTrip(on(), TODAY, 'JPY')
    expect([none.startDate, none.endDate, none.currency]).toEqual(['2026-05-02', '2026-05-03', 'JPY'])
  })

  test('Everybody of the group is on the trip, a former person only where a record names them', () => {
    const gone = (key: string) => ({ key, name: key, isFormer: true })
    const people = [...parsed.people, gone('p8'), { ...gone('p9'), isFormer: false }]
    expect(peopleOfNewTrip({ ...parsed, people }).map(({ key }) => key)).toEqual(['p1', 'p2', 'p3', 'p9'])
  })
})

describe('what is refused', () => {
  test('A trip may have begun, but not end before it starts, last for years or have no destination', () => {
    expect(newTripErrors(values, TODAY)).toEqual({})
    expect(newTripErrors({ ...values, endDate: '2024-05-01' }, TODAY)).toEqual({
      endDate: 'End date must be after start date',
    })
    expect(newTripErrors({ ...values, endDate: '2026-06-08' }, TODAY)).toHaveProperty('endDate')
    expect(newTripErrors({ ...values, destination: '' }, TODAY)).toEqual({
      destination: 'Destination is required',
    })
    expect(newTripErrors({ ...values, startDate: '' }, TODAY)).toEqual({
      startDate: 'Start date is required',
    })
  })
})

describe('the commands', () => {
  const former = { key: 'p2', name: 'Ben', isFormer: true }
  const file: ParsedFile = { ...parsed, trip: archived, people: [parsed.people[0]!, former] }
  const ben = newGuest('trip-0000000000000001', 'Ben', 'user-ada')
  const stepsOf = (currency: 'EUR' | 'HKD' = 'EUR') =>
    newTripSteps({
      ...{ tripKey: 'key', parsed: file, guests: new Map([['p2', ben]]), steps: [] },
      values: { ...values, currency },
    })

  test('The command that plans the trip is sent first, that of its status last, and former participants leave after the records name them', () => {
    expect(stepsOf().map(({ endpoint, body, params }) => [endpoint.path, params ?? body])).toEqual([
      ['/trips', { ...values, description: 'Trams', budget: 1200.5, isImported: true }],
      ['/itineraries/:tripId/items', { ...activityOn('2024-06-01'), id: undefined }],
      ['/trips/:tripId/guest-participants/:guestId', { guestId: ben.id }],
      ['/trips/:tripId', { status: 'completed' }],
    ])
  })

  test('A trip in another currency than its file has no budget', () => {
    expect(stepsOf('HKD')[0]!.body).toMatchObject({ budget: null, currency: 'HKD' })
  })

  test('An activity of the file is left out where it is outside the days of the trip', () => {
    expect(leftOutActivities(file, values).map(({ date }) => date)).toEqual(['2024-06-09'])
    expect(leftOutActivities(file, { ...values, endDate: '2024-06-09' })).toEqual([])
  })
})
