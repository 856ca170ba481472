// The trips that a person has pinned: at most two, first in the list of trips, for this person alone.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PinCommand, pinStreamType } from '#core/trips/pins.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { given } from '#tests/support/given.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

describe('the rules of pins', () => {
  const set = (...tripIds: string[]) =>
    ({ type: 'PinnedTripsSet', data: { userId: 'ann', tripIds } }) as const
  const command = (type: PinCommand['type'], tripId: string, gone: string[] = []): PinCommand => ({
    type,
    userId: 'ann',
    tripId,
    gone,
  })
  const pin = (tripId: string, gone?: string[]) => command('PinTrip', tripId, gone)
  const unpin = (tripId: string, gone?: string[]) => command('UnpinTrip', tripId, gone)

  it('The newest pin comes first, and a third one takes the place of the oldest', () => {
    given(pinStreamType).when(pin('kyoto')).then(set('kyoto'))
    given(pinStreamType, set('kyoto')).when(pin('hanoi')).then(set('hanoi', 'kyoto'))
    given(pinStreamType, set('hanoi', 'kyoto')).when(pin('lisbon')).then(set('lisbon', 'hanoi'))
  })

  it('Pinning a pinned trip again, and unpinning another one, changes nothing', () => {
    given(pinStreamType, set('hanoi', 'kyoto')).when(pin('kyoto')).then()
    given(pinStreamType, set('kyoto')).when(unpin('hanoi')).then()
    given(pinStreamType, set('hanoi', 'kyoto')).when(unpin('hanoi')).then(set('kyoto'))
  })

  it('A trip that the person has left takes no place from a further pin', () => {
    given(pinStreamType, set('left', 'kyoto'))
      .when(pin('hanoi', ['left']))
      .then(set('hanoi', 'kyoto'))
  })
})

describe('pinned trips in the list', () => {
  const PEOPLE = ['ann', 'ben'] as const
  let product: Product<(typeof PEOPLE)[number]>
  beforeAll(async () => void (product = await startProduct({ people: PEOPLE })))
  afterAll(() => product.stop())
  const as = (name: (typeof PEOPLE)[number]) => product.as(name)
  const plan = async (month: string): Promise<string> => {
    const dates = { startDate: `2026-${month}-01`, endDate: `2026-${month}-03` }
    const inviteUserIds = [product.people.ben.id]
    const body = { ...aTrip, ...dates, title: `In ${month}`, inviteUserIds }
    const { id } = expectSuccess(await as('ann').post('/trips', body)).trip
    return id
  }
  const pin = async (id: string) => expectSuccess(await as('ann').put(`/trips/${id}/pin`, undefined))
  const listed = async (name: (typeof PEOPLE)[number] = 'ann'): Promise<[string, boolean][]> => {
    const { trips } = expectSuccess(await as(name).get('/trips'))
    return trips.map(({ title, pinned }: { title: string; pinned: boolean }) => [title, pinned])
  }

  it('Pinned trips come first in the list of who pinned them, and in the usual order for everybody else', async () => {
    const [, august, september] = [await plan('07'), await plan('08'), await plan('09')]
    await pin(september)
    expect((await listed()).slice(0, 2)).toEqual([
      ['In 09', true],
      ['In 07', false],
    ])
    await pin(august)
    expect(await listed()).toEqual([
      ['In 08', true],
      ['In 09', true],
      ['In 07', false],
    ])
    expect(await listed('ben')).toEqual([
      ['In 07', false],
      ['In 08', false],
      ['In 09', false],
    ])
    expectSuccess(await as('ann').del(`/trips/${august}/pin`))
    expect((await listed()).map(([title]) => title)).toEqual(['In 09', 'In 07', 'In 08'])
  })

  it('A pin is no change of the trip: its history and its revision stay', async () => {
    const id = await plan('10')
    const state = async () => [
      expectSuccess(await as('ann').get(`/trips/${id}`)).trip.revision,
      expectSuccess(await as('ann').get(`/trips/${id}/history`)).entries.length,
    ]
    const before = await state()
    await pin(id)
    expect(await state()).toEqual(before)
  })

  it('The log keeps the newest set of pins only', async () => {
    for (const month of ['11', '12']) await pin(await plan(month))
    const stream = await product.store.read(pinStreamType.prefix + product.people.ann.id)
    expect(stream.map(({ type }) => type)).toEqual(['PinnedTripsSet'])
  })

  it('A trip that is deleted, left or not accepted yet is not pinned', async () => {
    const [left, gone] = [await plan('05'), await plan('06')]
    const [invitation] = expectSuccess(await as('ben').get(`/trip-invitations?tripId=${left}`)).invitations
    const pins = async () => (await listed('ben')).filter(([, pinned]) => pinned).map(([title]) => title)
    for (const id of [left, gone]) expectSuccess(await as('ben').put(`/trips/${id}/pin`, undefined))
    expect(await pins(), 'invitations').toEqual([])
    expectSuccess(await as('ben').put(`/trip-invitations/${invitation.id}/respond`, { response: 'accepted' }))
    expect(await pins()).toEqual(['In 05'])
    expectSuccess(await as('ben').post(`/trips/${left}/leave`))
    expectSuccess(await as('ann').del(`/trips/${gone}`))
    expect(await pins()).toEqual([])
    // Neither counts as one of two.
    for (const month of ['07', '08']) {
      const id = await plan(month)
      const [{ id: sent }] = expectSuccess(await as('ben').get(`/trip-invitations?tripId=${id}`)).invitations
      expectSuccess(await as('ben').put(`/trip-invitations/${sent}/respond`, { response: 'accepted' }))
      expectSuccess(await as('ben').put(`/trips/${id}/pin`, undefined))
    }
    expect(await pins()).toEqual(['In 08', 'In 07'])
  })
})
