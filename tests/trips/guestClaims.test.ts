// "I am Mia Chen", over HTTP: who says it, who answers, and what then is theirs. Figures at any point of any log are in
// tests/money/guestClaims.property.test.ts.

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { anExpense, aTrip } from '#tests/authorization/scenario.ts'
import { expectSuccess, type HttpResponse } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { longTimeout } from '#tests/support/timeout.ts'

type Name = 'ann' | 'ben' | 'cat'
let product: Product<Name>
beforeAll(async () => {
  product = await startProduct({ people: ['ann', 'ben', 'cat'] })
})
afterAll(() => product.stop())

let path: string
let mia: string
const idOf = (name: Name) => product.people[name].id
const get = async (name: Name, query: string) => expectSuccess(await product.as(name).get(path + query))
const post = async (name: Name, what: string, body?: unknown) =>
  expectSuccess(await product.as(name).post(path + what, body))

/** Ann organizes, Ben and Cat participate, and Mia is a guest with an expense of 30 for the three. */
beforeEach(async () => {
  const { trip } = expectSuccess(
    await product.as('ann').post('/trips', { ...aTrip, inviteUserIds: [idOf('ben'), idOf('cat')] }),
  )
  path = `/trips/${trip.id}`
  const contact = { name: 'Mia Chen', email: 'mia@example.com', notes: 'Late' }
  mia = (await post('ann', '/guest-participants', contact)).guestParticipant.id
  await post('ann', '/expenses', {
    ...anExpense,
    amount: 30,
    paidBy: { id: mia, type: 'guest' },
    sharedBy: [idOf('ann'), idOf('cat'), { id: mia, type: 'guest' }],
  })
})

/** The eraser writes meanwhile. @returns the message */
function expectRefusal({ status, body }: HttpResponse, expected: number, code: string): string {
  expect([status, body.error.code]).toEqual([expected, code])
  return body.message
}

const ask = (name: Name, guestId = mia) => product.as(name).post(`${path}/guest-claims`, { guestId })
const answer = (claim: HttpResponse, response: 'accepted' | 'declined', name: Name = 'ann') =>
  product.as(name).put(`${path}/guest-claims/${expectSuccess(claim).guestClaim.id}`, { response })
const accept = async (name: Name) => expectSuccess(await answer(await ask(name), 'accepted'))
const newest = async () => (await get('ann', '/history?limit=1')).entries[0]
const undoNewest = async () => product.as('ann').post(`${path}/history/${(await newest()).n}/undo`, {})
const netOf = async (id: string) =>
  (await get('ann', '/balances')).balances.find((person: { id: string }) => person.id === id)?.netBalance
const guests = async () =>
  (await get('ann', '/all-participants')).participants.guests.map(({ name }: { name: string }) => name)

describe('a claim of a guest', () => {
  it('Waits for the organizer, and everybody on the trip sees it', async () => {
    const asked = expectSuccess(await ask('ben')).guestClaim
    expect(asked).toMatchObject({ guest: { id: mia, name: 'Mia Chen' }, status: 'pending' })
    expect((await guests())[0]).toBe('Mia Chen')
    expect((await get('cat', '/history?limit=1')).entries[0].text).toBe('ben says: I am the guest Mia Chen')
    expectRefusal(await ask('ben'), 409, 'GuestClaimIsAsked')
  })

  it('Yes makes the guest’s money the user’s, and the guest is nobody of their own any more', async () => {
    const { guestClaim } = await accept('ben')
    expect(guestClaim.status).toBe('accepted')
    expect((await newest()).text).toBe('ann confirmed that ben is the guest Mia Chen')
    expect(await guests()).toEqual([])
    expect([await netOf(idOf('ben')), await netOf(mia)]).toEqual([20, undefined])
    const { trips } = expectSuccess(await product.as('ben').get('/trips?limit=100'))
    expect(trips.find(({ id }: { id: string }) => path.endsWith(id)).netBalance).toBe(20)
    const { settlement } = await get('ann', '/settlement')
    expect(settlement.payments.map(({ description }: { description: string }) => description).sort()).toEqual(
      ['ann pays ben', 'cat pays ben'],
    )
    const [expense] = (await get('ann', `/expenses?paidBy=${idOf('ben')}`)).expenses
    expect(expense.paidBy).toEqual({ id: idOf('ben'), type: 'user', name: 'ben', role: 'member' })
    expect((await get('ben', '/expense-summary')).summary.youPaid).toBe(30)
  })

  it('No leaves everything as it is, and can be asked again', async () => {
    expectSuccess(await answer(await ask('ben'), 'declined'))
    expect((await newest()).text).toBe('ann kept ben and the guest Mia Chen apart')
    expect(await netOf(mia)).toBe(20)
    expectSuccess(await ask('ben'))
  })

  it('Of two who say that they are one guest, Yes to one answers the other', async () => {
    const [ben, cat] = [await ask('ben'), await ask('cat')]
    expectSuccess(await answer(cat, 'accepted'))
    const again = expectRefusal(await answer(ben, 'accepted'), 409, 'GuestIsClaimed')
    expect(again).toBe('The guest Mia Chen is cat already')
    expectRefusal(await ask('ben'), 409, 'GuestIsClaimed')
    expectRefusal(await answer(cat, 'declined'), 409, 'CONFLICT')
  })

  it('The organizer’s own needs no answer', async () => {
    expect(expectSuccess(await ask('ann')).guestClaim.status).toBe('accepted')
    expect((await newest()).text).toBe('ann is now the guest Mia Chen')
    expect(await netOf(idOf('ann'))).toBe(10)
  })

  it('A user who is in an expense beside the guest is in it once, with both parts', async () => {
    await accept('cat')
    const [expense] = (await get('ben', '/expenses')).expenses
    expect(expense.sharedBy.map(({ id, share }: { id: string; share: number }) => [id, share])).toEqual([
      [idOf('ann'), 10],
      [idOf('cat'), 20],
    ])
    expect(expense.split).toEqual({
      mode: 'shares',
      of: [
        { id: idOf('ann'), shares: 100 },
        { id: idOf('cat'), shares: 200 },
      ],
    })
  })

  it('A guest who was removed is claimed for the sake of money, and for nothing else', async () => {
    const leo = (await post('ann', '/guest-participants', { name: 'Leo' })).guestParticipant.id
    for (const id of [mia, leo])
      expectSuccess(await product.as('ann').del(`${path}/guest-participants/${id}`))
    const refused = expectRefusal(await ask('ben', leo), 409, 'GuestWasRemoved')
    expect(refused).toBe('Leo was removed from the trip and has no money on it')
    await accept('ben')
    expect(await netOf(idOf('ben'))).toBe(20)
    expectRefusal(await ask('ben', 'nobody'), 404, 'NOT_FOUND')
  })

  it('Who leaves the trip takes the question along', async () => {
    const asked = await ask('ben')
    await post('ben', '/leave')
    expectRefusal(await answer(asked, 'accepted'), 404, 'NOT_FOUND')
  })

  it('An older device that still names the guest means the user', async () => {
    await accept('ben')
    const guest = { id: mia, type: 'guest' }
    const { expense } = await post('cat', '/expenses', { ...anExpense, paidBy: guest, sharedBy: [mia] })
    expect([expense.paidBy.id, expense.sharedBy[0].id]).toEqual([idOf('ben'), idOf('ben')])
    const { payment } = await post('cat', '/payments', {
      from: guest,
      to: { id: idOf('ann'), type: 'user' },
      amount: 1,
    })
    expect(payment.from).toMatchObject({ id: idOf('ben'), type: 'user', name: 'ben' })
    const { transaction } = await post('cat', '/pool/contribute', { amount: 1, participant: guest })
    expect(transaction.participant.id).toBe(idOf('ben'))
  })

  it('A deposit of the guest is removed by the user, and counts as one of the same contributor', async () => {
    const deposit = { amount: 5, participant: { id: mia, type: 'guest' } }
    const { transaction } = await post('ann', '/pool/contribute', deposit)
    await post('ben', '/pool/contribute', { amount: 5 })
    const remove = () => product.as('ben').del(`${path}/pool/transactions/${transaction.id}`)
    expectRefusal(await remove(), 403, 'ACCESS_DENIED')
    await accept('ben')
    expect((await get('ben', '/pool')).stats.contributorCount).toBe(1)
    expectSuccess(await remove())
  })

  it('Money that the guest keeps is kept by the user, also where an older device still names the guest', async () => {
    const deposit = { amount: 5, keptBy: { id: mia, type: 'guest' } }
    await post('ann', '/pool/contribute', deposit)
    await accept('ben')
    await post('cat', '/pool/contribute', deposit)
    const { transactions } = await get('ann', '/pool')
    const ben = { id: idOf('ben'), type: 'user', name: 'ben' }
    expect(transactions.map(({ keptBy }: { keptBy: object }) => keptBy)).toEqual([ben, ben])
  })

  it('A guest who was removed and keeps money is still named, and can be claimed', async () => {
    const leo = (await post('ann', '/guest-participants', { name: 'Leo' })).guestParticipant.id
    await post('ann', '/pool/contribute', { amount: 5, keptBy: { id: leo, type: 'guest' } })
    expectSuccess(await product.as('ann').del(`${path}/guest-participants/${leo}`))
    const keeper = async () => (await get('ann', '/pool')).transactions[0].keptBy.name
    expect(await keeper()).toBe('Leo')
    expectSuccess(await answer(await ask('ben', leo), 'accepted'))
    expect(await keeper()).toBe('ben')
  })

  it('A payment between the guest and the user is none any more', async () => {
    await post('ann', '/payments', {
      from: { id: mia, type: 'guest' },
      to: { id: idOf('ben'), type: 'user' },
      amount: 7,
    })
    await accept('ben')
    expect((await get('ann', '/payments')).payments).toEqual([])
    expect(await netOf(idOf('ben'))).toBe(20)
  })

  it('The guest’s e-mail, phone and notes are erased', async () => {
    await accept('ben')
    await vi.waitFor(async () => {
      const events = await product.store.read(`guest-${mia}`, {})
      expect(events.map(({ type }) => type)).toEqual(['GuestContactErased'])
    }, longTimeout)
  })
})

describe('the undo of a claim', () => {
  it('Makes the guest a guest again, whose contact details can be entered anew, and the question wait again', async () => {
    const asked = await ask('cat')
    await accept('ben')
    expectSuccess(await undoNewest())
    expect((await newest()).text).toBe('ann undid that ben is the guest Mia Chen')
    expect([await guests(), await netOf(mia)]).toEqual([['Mia Chen'], 20])
    expectSuccess(
      await product.as('ann').put(`${path}/guest-participants/${mia}`, { email: 'mia@example.com' }),
    )
    expectSuccess(await answer(asked, 'accepted'))
  })

  it('Is refused once money was recorded for the user, until that is gone', async () => {
    const { guestClaim } = await accept('ben')
    const claimed = await newest()
    product.clock.forward(1000)
    const { expense } = await post('cat', '/expenses', {
      ...anExpense,
      description: 'Tram',
      sharedBy: [idOf('ben')],
    })
    const undo = () => product.as('ann').post(`${path}/history/${claimed.n}/undo`, {})
    const refused = expectRefusal(await undo(), 409, 'MoneySinceClaim')
    expect(refused).toBe(
      '“Tram” names ben and was recorded since, so ben stays the guest Mia Chen. Delete it first.',
    )
    expectSuccess(await product.as('cat').del(`/expenses/${expense.id}`))
    expectSuccess(await undo())
    expect(guestClaim.guest.id).toBe(mia)
  })

  it('Is refused once the user keeps money of the pool', async () => {
    await accept('ben')
    const claimed = await newest()
    product.clock.forward(1000)
    await post('cat', '/pool/contribute', { amount: 5, keptBy: { id: idOf('ben'), type: 'user' } })
    expectRefusal(
      await product.as('ann').post(`${path}/history/${claimed.n}/undo`, {}),
      409,
      'MoneySinceClaim',
    )
  })

  it('An edit since of what names the guest does not stand against it, and keeps the guest in it', async () => {
    const [{ id }] = (await get('ann', '/expenses')).expenses
    await accept('ben')
    const claimed = await newest()
    expectSuccess(
      await product.as('cat').put(`/expenses/${id}`, {
        amount: 33,
        sharedBy: ['ann', 'ben', 'cat'].map((name) => idOf(name as Name)),
      }),
    )
    expectSuccess(await product.as('ann').post(`${path}/history/${claimed.n}/undo`, {}))
    expect([await netOf(mia), await netOf(idOf('ben'))]).toEqual([22, 0])
  })
})
