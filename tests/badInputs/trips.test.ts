// Invalid trips and people of trips over HTTP, with the product's texts. The clock shows 2 May 2026, 10:00 UTC; at
// UTC−12 it is still 1 May.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aTrip } from '#tests/authorization/scenario.ts'
import { expectRefused } from '#tests/badInputs/refused.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const PEOPLE = ['ann', 'ben', 'cat'] as const
let product: Product<(typeof PEOPLE)[number]>
let tripId: string

beforeAll(async () => {
  product = await startProduct({ people: PEOPLE })
  tripId = expectSuccess(await product.as('ann').post('/trips', aTrip)).trip.id
})
afterAll(() => product.stop())

const plan = (changes: object) => product.as('ann').post('/trips', { ...aTrip, ...changes })
const invisible = (character: string) => character.repeat(3)

describe('refused trips', () => {
  it.each<[object, string, string]>([
    [{ title: 'ab' }, 'title', 'Title must be at least 3 characters'],
    [{ title: 'a'.repeat(201) }, 'title', 'Title must be less than 200 characters'],
    [{ title: 7 }, 'title', 'This must be text'],
    [{ title: '   ' }, 'title', 'Trip title is required'],
    [{ title: invisible('\u200b') }, 'title', 'Trip title is required'],
    [{ title: invisible('\u3164') }, 'title', 'Trip title is required'],
    [{ title: undefined }, 'title', 'Trip title is required'],
    [{ title: null }, 'title', 'Trip title is required'],
    [{ title: 'Rome\u0000' }, 'title', 'This text has characters that cannot be used'],
    [{ destination: 'x' }, 'destination', 'Destination must be at least 2 characters'],
    [{ destination: '\u2060\ufeff' }, 'destination', 'Destination is required'],
    [{ destination: 'x'.repeat(501) }, 'destination', 'Destination must be less than 500 characters'],
    [{ description: 'x'.repeat(1001) }, 'description', 'Description must be less than 1000 characters'],
    [{ startDate: '2026-02-31' }, 'startDate', 'Start date is not a date'],
    [{ startDate: '' }, 'startDate', 'Start date is required'],
    [{ startDate: undefined }, 'startDate', 'Start date is required'],
    [{ startDate: 20260601 }, 'startDate', 'Start date is not a date'],
    [{ endDate: '2026-06-31' }, 'endDate', 'End date is not a date'],
    [{ endDate: null }, 'endDate', 'End date is required'],
    [{ startDate: '2026-04-30' }, 'startDate', 'Start date cannot be in the past'],
    [{ endDate: '2026-06-01' }, 'endDate', 'End date must be after start date'],
    [{ endDate: '2026-05-31' }, 'endDate', 'End date must be after start date'],
    [
      { startDate: '2199-01-01', endDate: '2199-01-02' },
      'startDate',
      'Start date can be at most 10 years ahead',
    ],
    [{ startDate: '9999-01-01' }, 'startDate', 'The year must be between 1900 and 2200'],
    [{ endDate: '0026-06-09' }, 'endDate', 'The year must be between 1900 and 2200'],
    [
      { startDate: '2036-06-01', endDate: '2036-06-02' },
      'startDate',
      'Start date can be at most 10 years ahead',
    ],
    [{ startDate: '0000-01-01' }, 'startDate', 'Start date is not a date'],
    [{ startDate: '-000001-01-01' }, 'startDate', 'Start date is not a date'],
    [{ startDate: '+275760-09-13' }, 'startDate', 'Start date is not a date'],
    [{ endDate: '+275760-09-13' }, 'endDate', 'End date is not a date'],
    [{ endDate: '2034-08-18' }, 'endDate', 'A trip can be at most 366 days long'],
    [{ endDate: '2027-06-02' }, 'endDate', 'A trip can be at most 366 days long'],
    [{ budget: 0 }, 'budget', 'Budget must be a positive number'],
    [{ budget: -0 }, 'budget', 'Budget must be a positive number'],
    [{ budget: -1 }, 'budget', 'Budget must be a positive number'],
    [{ budget: 1_000_000 }, 'budget', 'Budget is too large'],
    [{ budget: '5' }, 'budget', 'Budget must be a positive number'],
    [{ budget: 10.001 }, 'budget', 'Budget must be a positive number'],
    [{ budget: 10.5, currency: 'JPY' }, 'budget', 'Budget must be a positive number'],
    [{ currency: 'hk' }, 'currency', 'Currency must be 3 characters'],
    [{ currency: 'XXXX' }, 'currency', 'Currency must be 3 characters'],
    [{ currency: 344 }, 'currency', 'Currency must be 3 characters'],
    [{ currency: 'XYZ' }, 'currency', 'Currency is not supported'],
    [{ isPublic: 'true' }, 'isPublic', 'Public must be true or false'],
    [{ isPublic: 1 }, 'isPublic', 'Public must be true or false'],
    [
      { inviteUserIds: Array.from({ length: 101 }, () => randomUUID()) },
      'inviteUserIds',
      'At most 100 people can be invited at once',
    ],
    [{ inviteUserIds: 'ben' }, 'inviteUserIds', 'User ids must be a list'],
    [{ userRole: 'organizer' }, 'userRole', 'Unknown field userRole'],
    [{ status: 'confirmed' }, 'status', 'Unknown field status'],
  ])('A trip with %j is refused', async (changes, field, text) => {
    coversSpec(
      '§5 Trip form: title',
      '§5 Trip form: description',
      '§5 Trip form: destination',
      '§5 Trip form: startDate',
      '§5 Trip form: endDate',
      '§5 Trip form: budget',
      '§5 Trip form: currency',
      '§9 Trip title / destination / description',
    )

    await expectRefused(product, () => plan(changes), { status: 400, field, text })
  })

  it('A trip with several wrong fields names them all at once', async () => {
    const body = { title: '', destination: '', startDate: '', endDate: '' }
    const response = await expectRefused(product, () => product.as('ann').post('/trips', body), {
      status: 400,
    })
    expect(response.body.error.fields).toEqual({
      title: 'Trip title is required',
      destination: 'Destination is required',
      startDate: 'Start date is required',
      endDate: 'End date is required',
    })
    expect(response.body.message).toBe('Trip title is required')
  })
})

describe('accepted trips', () => {
  it.each<[object, object]>([
    [{ title: 'abc' }, { title: 'abc' }],
    [{ title: 'a'.repeat(200) }, { title: 'a'.repeat(200) }],
    [{ title: '  Rome  ' }, { title: 'Rome' }],
    [{ description: ' \u200b ' }, { description: null }],
    [{ startDate: '2026-06-01T23:30:00-11:00' }, { startDate: '2026-06-01' }],
    [{ startDate: '2026-05-01' }, { startDate: '2026-05-01' }],
    [{ endDate: '2026-06-02' }, { endDate: '2026-06-02' }],
    [{ endDate: '2027-06-01' }, { endDate: '2027-06-01' }],
    [{ budget: 999_999.99 }, { budget: 999_999.99 }],
    [{ budget: '' }, { budget: null }],
    [{ budget: null }, { budget: null }],
    [{ budget: 100, currency: 'JPY' }, { budget: 100 }],
    [{ currency: 'hkd' }, { currency: 'HKD' }],
    [{ currency: undefined }, { currency: 'HKD' }],
    [{ isPublic: true }, { isPublic: true }],
    [{}, { isPublic: false, status: 'planning' }],
  ])('A trip with %j is planned', async (changes, shown) => {
    coversSpec(
      '§5 Trip form: description',
      '§5 Trip form: budget',
      '§5 Trip form: currency',
      '§5 Trip form: isPublic',
      '§9 Trip title / destination / description',
    )

    const { trip } = expectSuccess(await plan(changes))
    expect(trip).toMatchObject(shown)
    expect(expectSuccess(await product.as('ann').get(`/trips/${trip.id}`)).trip).toEqual(trip)
  })

  it('A trip leaves out its organizer among the invited, and lists nobody twice', async () => {
    const { ann, ben } = product.people
    const unknown = randomUUID()
    const { trip, added, failed } = expectSuccess(
      await plan({ inviteUserIds: [ann.id, ben.id, ben.id, unknown, unknown] }),
    )
    expect(added).toEqual([ben.id])
    expect(failed).toEqual([{ userId: unknown, message: 'User not found' }])
    expect(trip.participants.map(({ id }: { id: string }) => id)).toEqual([ann.id, ben.id])
    const again = { userIds: [ben.id, ann.id, product.people.cat.id, unknown] }
    expect(expectSuccess(await product.as('ann').post(`/trips/${trip.id}/invite`, again))).toEqual({
      added: [product.people.cat.id],
      failed: [{ userId: unknown, message: 'User not found' }],
    })
  })
})

describe('refused changes', () => {
  it.each<[object, string, string]>([
    [{ title: 'ab' }, 'title', 'Title must be at least 3 characters'],
    [{ title: null }, 'title', 'Trip title is required'],
    [{ startDate: null }, 'startDate', 'Start date is required'],
    [{ startDate: '2026-04-30' }, 'startDate', 'Start date cannot be in the past'],
    [{ endDate: '2026-05-30' }, 'endDate', 'End date must be after start date'],
    [{ startDate: '2026-06-30' }, 'endDate', 'End date must be after start date'],
    [{ budget: 0 }, 'budget', 'Budget must be a positive number'],
    [{ currency: null }, 'currency', 'Currency must be 3 characters'],
    [{ isPublic: null }, 'isPublic', 'Public must be true or false'],
    [{ status: 'done' }, 'status', 'Status is not one of the five'],
    [{ inviteUserIds: [] }, 'inviteUserIds', 'Unknown field inviteUserIds'],
    [{ participants: [] }, 'participants', 'Unknown field participants'],
    [{ createdBy: 'x' }, 'createdBy', 'Unknown field createdBy'],
  ])('A change of a trip to %j is refused', async (changes, field, text) => {
    const ask = () => product.as('ann').put(`/trips/${tripId}`, changes)
    await expectRefused(product, ask, { status: 400, field, text })
  })

  it('A deleted trip is 404 for every method', async () => {
    const { trip } = expectSuccess(await plan({}))
    const ann = product.as('ann')
    expectSuccess(await ann.del(`/trips/${trip.id}`))
    const gone = { status: 404, code: 'NOT_FOUND', text: 'Not found' }
    await expectRefused(product, () => ann.put(`/trips/${trip.id}`, { title: 'Porto' }), gone)
    await expectRefused(product, () => ann.get(`/trips/${trip.id}`), gone)
    await expectRefused(product, () => ann.del(`/trips/${trip.id}`), gone)
  })

  it('One of a concurrent edit and deletion succeeds', async () => {
    const { trip } = expectSuccess(await plan({ inviteUserIds: [product.people.ben.id] }))
    const path = `/trips/${trip.id}`
    expectSuccess(
      await product.as('ann').put(`${path}/participants/${product.people.ben.id}`, { role: 'co_organizer' }),
    )
    const current = { headers: { 'If-Match': `"${trip.revision}"` } }
    const [edited, deleted] = await Promise.all([
      product.as('ann').put(path, { title: 'Porto' }, current),
      product.as('ben').del(path, current),
    ])
    const won = [edited.status === 200, deleted.status === 204]
    expect(won.filter(Boolean), `${edited.status} and ${deleted.status}`).toHaveLength(1)
    expect([404, 409]).toContain(won[0] ? deleted.status : edited.status)
  })
})

describe('refused people', () => {
  it.each<[string, object, string, string]>([
    ['/invite', { userIds: [] }, 'userIds', 'Please select at least one user to add'],
    ['/invite', {}, 'userIds', 'User ids must be a list'],
    ['/invite', { userIds: [7] }, 'userIds.0', 'User ids must be text'],
    ['/organizer', { userId: randomUUID() }, 'userId', 'Choose someone with an account who is on the trip'],
    ['/guest-participants', {}, 'name', 'Guest name is required'],
    ['/guest-participants', { name: ' \u3164' }, 'name', 'Guest name is required'],
    ['/guest-participants', { name: 'g'.repeat(101) }, 'name', 'Guest name must be 100 characters or less'],
    ['/guest-participants', { name: 'Gi\nna' }, 'name', 'This text has characters that cannot be used'],
    [
      '/guest-participants',
      { name: `Z${'\u0301'.repeat(9)}` },
      'name',
      'There are too many accents on one letter',
    ],
    ['/guest-participants', { name: 'Gina', email: 'gina' }, 'email', 'Please enter a valid email address'],
    [
      '/guest-participants',
      { name: 'Gina', role: 'organizer' },
      'role',
      'Role must be member or co_organizer',
    ],
  ])('The path %s refuses %j', async (path, body, field, text) => {
    coversSpec(
      '§5 Guest: Name is required',
      '§5 Guest: Email, if given',
      '§5 Guest: Role is member or co_organizer',
      '§6 Guest role choices',
      '§7 Trips: POST /trips/{id}/invite',
      '§9 Guest name',
    )

    const ask = () => product.as('ann').post(`/trips/${tripId}${path}`, body)
    await expectRefused(product, ask, { status: 400, field, text })
  })
})
