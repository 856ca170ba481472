// A trip's card in the list and its overview, rendered without a browser.

import { type ReactElement, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ListedTrip, TripResponse } from '#core/trips/responses.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { TripCard } from '#web/trips/list/TripCard.tsx'
import { TripOverview } from '#web/trips/trip/TripOverview.tsx'

beforeAll(() => {
  vi.setSystemTime('2026-11-23T12:00:00')
})
afterAll(() => {
  vi.useRealTimers()
})

const somebody = (name: string, role: TripResponse['userRole']) => ({
  id: name,
  role,
  user: { id: name, username: name },
})

const trip = {
  id: 't1',
  title: 'Lisbon and the Algarve',
  description: 'Trams first, then the sea.',
  destination: 'Lisbon, Portugal',
  startDate: '2026-11-28',
  endDate: '2026-12-03',
  status: 'confirmed',
  budget: null,
  currency: 'HKD',
  isPublic: false,
  userRole: 'member',
  participants: [somebody('ann', 'organizer'), somebody('ben', 'member')],
  guestCount: 1,
  guests: [{ id: 'mia', name: 'Mia' }],
} as unknown as TripResponse

const listed = (changes: Partial<ListedTrip> = {}): ListedTrip => ({
  ...trip,
  netBalance: null,
  changesByOthers: [],
  ...changes,
})

/** The texts of an element, in order. */
const textsOf = (element: ReactElement): string[] =>
  renderToStaticMarkup(element)
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== '')

describe('overview', () => {
  const overview = (changes: Partial<TripResponse> = {}) =>
    textsOf(
      createElement(TripOverview, {
        trip: { ...trip, ...changes },
        news: null,
        onParticipants: () => undefined,
        loadAtHand: () => Promise.reject(new Error('There is no second column here.')),
      }),
    )

  test('The overview shows status, destination and description', () => {
    coversSpec('§2 Overview: Title, destination')

    expect(overview().slice(0, 4)).toEqual([
      'Confirmed',
      'Destination:',
      'Lisbon, Portugal',
      'Trams first, then the sea.',
    ])
  })

  test('The overview has a budget card where a budget is set, and none where it is not', () => {
    coversSpec('§2 Overview: A budget card appears')

    const texts = overview({ budget: 24_000 })
    expect(texts[texts.indexOf('Budget') + 1]).toBe('HK$24,000.00')
    expect(overview()).not.toContain('Budget')
  })

  test('The overview says whether the trip is public or private', () => {
    coversSpec('§2 Overview: A privacy card reads')

    expect(overview().slice(-2)).toEqual(['Private Trip', 'Only visible to participants'])
    expect(overview({ isPublic: true }).slice(-2)).toEqual(['Public Trip', 'Visible to other users'])
  })
})

describe('card', () => {
  test('The card shows title, status, destination, days and people with their number, and links to the trip', () => {
    coversSpec('§2 Travel list: One card per trip')

    expect(textsOf(createElement(TripCard, { trip: listed() }))).toEqual([
      'Lisbon and the Algarve',
      'Confirmed',
      'Lisbon, Portugal',
      '·',
      '28 Nov – 3 Dec 2026',
      '·',
      'in 5 days',
      'Nothing to settle yet',
      'A',
      'ann, organizer',
      'B',
      'ben, member',
      'M',
      'Mia, guest',
      '3 people',
      'View Details',
    ])
  })
  test.each([
    [-488.43, 'You owe', 'HK$488.43'],
    [420, 'You are owed', 'HK$420.00'],
  ])('A balance of %d is on the card as “%s %s”', (netBalance, words, amount) => {
    const texts = textsOf(createElement(TripCard, { trip: listed({ netBalance }) }))
    expect(texts.slice(7, 9)).toEqual([words, amount])
  })

  test('The card of a pinned trip says that it is pinned', () => {
    const texts = (pinned: boolean) => textsOf(createElement(TripCard, { trip: listed({ pinned }) }))
    expect(texts(true)).toContain('Pinned')
    expect(texts(false)).not.toContain('Pinned')
  })

  test('A trip that an older build left on the device has a card, too', () => {
    const stored = trip as ListedTrip
    const texts = textsOf(createElement(TripCard, { trip: stored }))
    expect(texts).toContain('Lisbon and the Algarve')
    expect(texts.join(' ')).not.toMatch(/settle/)
  })

  test.each([
    [0, 'All settled'],
    [null, 'Nothing to settle yet'],
  ])('The card of a trip with a balance of %s says “%s”', (netBalance, words) => {
    const texts = textsOf(createElement(TripCard, { trip: listed({ netBalance }) }))
    expect(texts[7]).toBe(words)
    expect(texts.join(' ')).not.toMatch(/owe|HK/)
  })
})
