// The trip form: its defaults, its texts, and the fields that an edit sends.

import type { FieldValues, Resolver } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { farFromTrip } from '#core/trips/dates.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import {
  type TripValues,
  blankTrip,
  tripFormChanges,
  editResolver,
  plannedText,
  planResolver,
  suggestedTitle,
  tripFormValues,
} from '#web/trips/trip/tripForm.ts'

const now = '2026-12-01T10:00:00Z'
/** This device's date; in the last time zone it is still November. */
const today = () => '2026-12-01'

const filled: TripValues = { ...blankTrip('2026-12-01'), title: 'Kyoto', destination: 'Japan' }

const lisbon: TripResponse = {
  id: 't1',
  title: 'Lisbon',
  description: null,
  destination: 'Portugal',
  startDate: '2026-11-28',
  endDate: '2026-12-06',
  status: 'in_progress',
  budget: 24_000,
  currency: 'HKD',
  isPublic: false,
  userRole: 'organizer',
  participants: [],
  guestCount: 0,
  itineraries: [],
  createdAt: now,
  updatedAt: now,
  revision: 3,
}

async function asked<Values extends FieldValues, Body>(
  resolver: Resolver<Values, unknown, Body>,
  values: Values,
) {
  const options = { fields: {}, shouldUseNativeValidation: false }
  const { errors, values: body } = await resolver(values, undefined, options)
  const texts = Object.entries(errors).map(([field, error]) => [field, error?.message])
  return { body, texts: Object.fromEntries(texts) as Record<string, string> }
}

describe('a new trip', () => {
  test('The suggested title is the place without its country, and the month of the start', () => {
    const title = (destination: string, startDate = '2027-04-10') =>
      suggestedTitle({ destination, startDate })
    expect(title('Lake Bled, Slovenia')).toBe('Lake Bled in April')
    expect(title('  Kyoto ', '')).toBe('Kyoto')
    expect(title('東京、日本')).toBe('東京 in April')
    expect(title(' ')).toBe('')
    expect(title('x'.repeat(500)).length, 'is a valid title').toBeLessThanOrEqual(200)
  })

  test('The foot says what is made: for whom it can be seen, how long it is, and who is invited', () => {
    expect(plannedText(filled, [])).toBe('Private, 8 days')
    const chosen = { ...filled, isPublic: true, endDate: '' }
    expect(plannedText(chosen, ['bob', 'carol'])).toBe('Public, with bob and carol')
    expect(plannedText(filled, ['bob', 'carol', 'dave', 'erin', 'nina'])).toBe(
      'Private, 8 days, with bob, carol, dave and 2 more',
    )
  })

  test('A new trip starts tomorrow, ends in eight days, is in Hong Kong dollars and private', () => {
    coversSpec('§5 Trip form: Defaults: start date is tomorrow')

    expect(blankTrip('2026-12-30')).toMatchObject({
      startDate: '2026-12-31',
      endDate: '2027-01-07',
      currency: 'HKD',
      isPublic: false,
      budget: '',
    })
  })

  test('An empty form asks for title and destination', async () => {
    const { texts } = await asked(planResolver(today), blankTrip('2026-12-01'))
    expect(texts).toEqual({ title: 'Trip title is required', destination: 'Destination is required' })
  })

  test('A new trip is sent as its body: without a status, and with the budget as a number', async () => {
    coversSpec('§7 Trips: POST /trips')

    const { body, texts } = await asked(planResolver(today), { ...filled, budget: '1,500' })
    expect(texts).toEqual({})
    expect(body).toEqual({
      title: 'Kyoto',
      destination: 'Japan',
      startDate: '2026-12-02',
      endDate: '2026-12-09',
      description: null,
      budget: 1500,
      currency: 'HKD',
      isPublic: false,
      inviteUserIds: [],
    })
  })

  test('A new trip may begin today by the device’s clock', async () => {
    expect((await asked(planResolver(today), { ...filled, startDate: '2026-12-01' })).texts).toEqual({})
  })

  test.each([
    [{ startDate: '2026-11-30' }, { startDate: 'Start date cannot be in the past' }],
    [{ startDate: '' }, { startDate: 'Start date is required' }],
    [{ endDate: '2026-12-02' }, { endDate: 'End date must be after start date' }],
    [{ endDate: '' }, { endDate: 'End date is required' }],
    [{ budget: '0' }, { budget: 'Budget must be a positive number' }],
    [{ budget: 'lots' }, { budget: 'Budget must be a positive number' }],
    [{ budget: '1000000' }, { budget: 'Budget is too large' }],
    [{ budget: '99.5', currency: 'JPY' as const }, { budget: 'Budget must be a positive number' }],
    [{ title: 'x'.repeat(201) }, { title: 'Title must be less than 200 characters' }],
    [{ description: 'x'.repeat(1001) }, { description: 'Description must be less than 1000 characters' }],
  ])('A trip with %j gets the refusal %j', async (changed, texts) => {
    coversSpec(
      '§5 Trip form: title',
      '§5 Trip form: description',
      '§5 Trip form: startDate',
      '§5 Trip form: endDate',
      '§5 Trip form: budget',
      '§9 Expense and budget amount',
    )

    expect((await asked(planResolver(today), { ...filled, ...changed })).texts).toEqual(texts)
  })
})

test('A date more than a year from the trip is named, and no other', () => {
  const trip = { startDate: '2026-12-02', endDate: '2026-12-09' }
  expect(farFromTrip('2025-11-30', trip)).toBe('This is more than a year before the trip')
  expect(farFromTrip('2027-12-11', trip)).toBe('This is more than a year after the trip')
  const near = ['2025-12-01', '2026-12-05', '2027-12-10']
  expect(near.map((date) => farFromTrip(date, trip))).toEqual([null, null, null])
})

describe('an edit', () => {
  const resolver = editResolver(lisbon, today)

  test('An edit of a trip under way accepts its unchanged start', async () => {
    const { texts } = await asked(resolver, { ...tripFormValues(lisbon), endDate: '2026-12-09' })
    expect(texts).toEqual({})
  })

  test('An edit does not move the start into the past', async () => {
    const { texts } = await asked(resolver, { ...tripFormValues(lisbon), startDate: '2026-11-30' })
    expect(texts).toEqual({ startDate: 'Start date cannot be in the past' })
  })

  test('An edit sends the changed fields and nothing else', async () => {
    const values = { ...tripFormValues(lisbon), title: 'Lisbon and Porto', budget: '' }
    const { body } = await asked(resolver, values)
    expect(tripFormChanges(body, lisbon)).toEqual({ title: 'Lisbon and Porto', budget: null })
  })

  test('An edit without changes sends nothing, and an empty description counts as none', async () => {
    const { body } = await asked(resolver, tripFormValues(lisbon))
    expect(tripFormChanges(body, lisbon)).toEqual({})
  })
})
