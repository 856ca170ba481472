// Invalid expenses, edits and removals over HTTP, with the product's texts.

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aTrip, anExpense } from '#tests/authorization/scenario.ts'
import { expectRefused } from '#tests/badInputs/refused.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { invalid, invalidAmount, moneyTripsForFile } from '#tests/badInputs/moneyTrips.ts'

const setup = moneyTripsForFile()

describe('refused expenses', () => {
  it.each<[object, string, string]>([
    [{ amount: 0 }, 'amount', 'Amount must be greater than 0'],
    [{ amount: -0 }, 'amount', 'Amount must be greater than 0'],
    [{ amount: -1 }, 'amount', 'Amount must be greater than 0'],
    [{ amount: 1e21 }, 'amount', 'Amount is too large'],
    [{ amount: 1_000_000 }, 'amount', 'Amount is too large'],
    [{ amount: null }, 'amount', 'Valid amount is required'],
    [{ amount: undefined }, 'amount', 'Valid amount is required'],
    [{ amount: '12' }, 'amount', 'Valid amount is required'],
    [{ amount: '1,000' }, 'amount', 'Valid amount is required'],
    [{ amount: '１２' }, 'amount', 'Valid amount is required'],
    [{ amount: 0.1 + 0.2 }, 'amount', 'Valid amount is required'],
    [{ amount: 100.005 }, 'amount', 'Valid amount is required'],
    [{ sharedBy: [] }, 'sharedBy', 'At least one person must share this expense'],
    [{ sharedBy: undefined }, 'sharedBy', 'At least one person must share this expense'],
    [{ description: 'ab' }, 'description', 'Description must be at least 3 characters'],
    [{ description: '\u3164' }, 'description', 'Description is required'],
    [{ description: 'd'.repeat(501) }, 'description', 'Description must be less than 500 characters'],
    [{ category: '__proto__' }, 'category', 'Category is not one of the seven'],
    [{ category: 'toString' }, 'category', 'Category is not one of the seven'],
    [{ category: 'travel' }, 'category', 'Category is not one of the seven'],
    [{ category: 3 }, 'category', 'Category is required'],
    [{ createdBy: 'me' }, 'createdBy', 'Unknown field createdBy'],
  ])('An expense with %j is refused', async (changes, field, text) => {
    coversSpec(
      '§5 Expense: Description is required',
      '§5 Expense: Amount is required',
      '§5 Expense: Step is 0.01',
      '§5 Expense: At least one sharer',
      '§9 Expense and budget amount',
      '§9 Expense description',
    )

    await expectRefused(setup.product, () => setup.spend(changes), invalid(field, text))
  })

  it('The values NaN and Infinity are no JSON', async () => {
    for (const literal of ['NaN', 'Infinity', '-Infinity', '1e999'])
      await expectRefused(setup.product, () => setup.spend(`{"amount":${literal}}`), {
        status: 400,
        code: 'INVALID_JSON',
      })
  })

  it('A fraction of a yen is refused, and 100.00 is a hundred', async () => {
    await expectRefused(setup.product, () => setup.spend({ amount: 100.5 }, setup.yenTripId), invalidAmount)
    const raw = JSON.stringify({ ...anExpense, amount: 100, sharedBy: [setup.product.people.ann.id] })
    const { expense } = expectSuccess(await setup.spend(raw.replace(':100,', ':100.00,'), setup.yenTripId))
    expect([expense.amount, expense.currency]).toEqual([100, 'JPY'])
  })

  it('An expense shared by a person outside of the trip is refused with their id', async () => {
    const text = `${setup.outsiderId} is not on the trip`
    const sharedBy = [setup.product.people.ann.id, setup.outsiderId]
    await expectRefused(setup.product, () => setup.spend({ sharedBy }), invalid('sharedBy', text))
    const asGuest = [{ id: setup.product.people.ann.id, type: 'guest' }]
    await expectRefused(setup.product, () => setup.spend({ sharedBy: asGuest }), {
      status: 400,
      field: 'sharedBy',
    })
    await expectRefused(
      setup.product,
      () => setup.spend({ paidBy: setup.outsiderId }),
      invalid('paidBy', 'Whoever paid is not on the trip'),
    )
  })

  it('The enhanced endpoint requires types of people', async () => {
    coversSpec('§3 Expense', '§7 Expenses and pool: POST /trips/{id}/expenses-enhanced')

    const { id } = setup.product.people.ann
    const text = 'Each person needs an id and a type'
    for (const one of [id, { id }])
      await expectRefused(
        setup.product,
        () => setup.spend({ sharedBy: [one] }, setup.tripId, 'expenses-enhanced'),
        {
          status: 400,
          text,
        },
      )
  })

  it('An expense with a receipt that is no plain web link is refused', async () => {
    const links = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      '//evil',
      'http://',
      'https://a\\@b',
      'https://user:word@example.com/',
      'ftp://example.com/',
      'https://example.com/\r\nX: y',
      'https://exa\tmple.com/',
      'https://example.com/\u0000',
      `https://example.com/${'x'.repeat(2048)}`,
      7,
    ]
    for (const receiptUrl of links)
      await expectRefused(
        setup.product,
        () => setup.spend({ receiptUrl }),
        invalid('receiptUrl', 'Receipt URL must be a valid HTTP/HTTPS URL'),
      )
  })

  it('An expense on an impossible date is refused', async () => {
    for (const expenseDate of [
      '2026-03-29T01:30',
      '2026-03-29T24:00:00Z',
      '2016-12-31T23:59:60Z',
      '2026-02-29',
      'today',
    ])
      await expectRefused(
        setup.product,
        () => setup.spend({ expenseDate }),
        invalid('expenseDate', 'Date is not a date'),
      )
    for (const expenseDate of ['0009-06-01', '1899-12-31', '2201-01-01', '9999-12-31'])
      await expectRefused(
        setup.product,
        () => setup.spend({ expenseDate }),
        invalid('expenseDate', 'The year must be between 1900 and 2200'),
      )
  })
})

describe('accepted expenses', () => {
  it('Shares add up, are within a cent of each other, and are the same for the same expense', async () => {
    coversSpec('§7 Expenses and pool: POST /trips/{id}/expenses')

    const { ann, ben, alice } = setup.product.people
    const sharedBy = [ann.id, ben.id, alice.id]
    const { expense } = expectSuccess(await setup.spend({ amount: 10, sharedBy }))
    const shares = expense.sharedBy.map(({ share }: { share: number }) => share)
    expect(shares.toSorted()).toEqual([3.33, 3.33, 3.34])
    const edited = expectSuccess(
      await setup.product.as('ann').put(`/expenses/${expense.id}`, { description: 'Supper' }),
    )
    expect(edited.expense.sharedBy).toEqual(expense.sharedBy)
    const turned = expectSuccess(
      await setup.product.as('ann').put(`/expenses/${expense.id}`, { sharedBy: sharedBy.toReversed() }),
    )
    expect(turned.expense.sharedBy).toEqual(expense.sharedBy.toReversed())
  })

  it('A sharer who is named twice counts once', async () => {
    const { ann, ben } = setup.product.people
    const sharedBy = [ann.id, { id: ann.id, type: 'user' }, ben.id]
    const { expense } = expectSuccess(await setup.spend({ amount: 10, sharedBy }))
    expect(expense.sharedBy).toMatchObject([
      { id: ann.id, share: 5 },
      { id: ben.id, share: 5 },
    ])
  })

  it('An expense from the pool ignores the named payer, and may overdraw the pool', async () => {
    const of = await setup.planTrip({})
    const { expense } = expectSuccess(
      await setup.spend({ paidFromPool: true, paidBy: setup.outsiderId, amount: 9 }, of),
    )
    expect([expense.paidBy, expense.paidFromPool]).toEqual([null, true])
    const { settlement } = expectSuccess(await setup.product.as('ann').get(`/trips/${of}/settlement`))
    expect(settlement.poolBalance).toBe(-9)
    expect(settlement.participants).toMatchObject([{ shortfall: 9, netBalance: -9, status: 'owes' }])
    expect(settlement.payments).toMatchObject([{ to: { id: 'pool' }, amount: 9 }])
  })

  it('An expense stays when its payer is removed', async () => {
    const { ben } = setup.product.people
    const of = await setup.planTrip({ inviteUserIds: [ben.id] })
    const { expense } = expectSuccess(await setup.spend({ paidBy: ben.id }, of))
    expectSuccess(await setup.product.as('ann').del(`/trips/${of}/participants/${ben.id}`))
    const { expenses } = expectSuccess(await setup.product.as('ann').get(`/trips/${of}/expenses`))
    const leftBy = (person: { id: string }) => (person.id === ben.id ? { ...person, role: null } : person)
    expect(expenses).toEqual([
      {
        ...expense,
        paidBy: leftBy(expense.paidBy),
        payers: expense.payers.map(leftBy),
        sharedBy: expense.sharedBy.map(leftBy),
      },
    ])
  })

  it('Any plain web link is a receipt and is never fetched, and a blank one is none', async () => {
    for (const [given, kept] of [
      ['http://169.254.169.254/', 'http://169.254.169.254/'],
      ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
      ['', null],
      [' ', null],
      [null, null],
    ])
      expect(expectSuccess(await setup.spend({ receiptUrl: given })).expense.receiptUrl).toBe(kept)
  })

  it('An expense has the date as written in its own offset, and today without a date', async () => {
    coversSpec('§7 Expenses and pool: Both POST bodies carry')

    for (const [given, kept] of [
      ['2026-03-29T23:30:00-08:00', '2026-03-29'],
      ['2026-03-29', '2026-03-29'],
      [null, '2026-05-02'],
    ])
      expect(expectSuccess(await setup.spend({ expenseDate: given })).expense.expenseDate).toBe(kept)
  })

  it('An expense of 999,999.99 is accepted', async () => {
    coversSpec('§9 Expense and budget amount')

    expect(expectSuccess(await setup.spend({ amount: 999_999.99 })).expense.amount).toBe(999_999.99)
  })
})

describe('edits and removals', () => {
  it('A participant of another trip cannot edit or remove the expense', async () => {
    const cat = setup.product.as('cat')
    expectSuccess(await cat.post('/trips', aTrip))
    const gone = { status: 404, code: 'NOT_FOUND' }
    await expectRefused(setup.product, () => cat.put(`/expenses/${setup.expenseId}`, { amount: 1 }), gone)
    await expectRefused(setup.product, () => cat.del(`/expenses/${setup.expenseId}`), gone)
    await expectRefused(setup.product, () => cat.put(`/expenses/${randomUUID()}`, { amount: 1 }), gone)
  })

  it('A second removal gets 404, and a repeated one under the same key gets 204 again', async () => {
    coversSpec('§7 Expenses and pool: DELETE /expenses/{id}')

    const { expense } = expectSuccess(await setup.spend({}))
    const [path, key] = [`/expenses/${expense.id}`, randomUUID()]
    const remove = (asking: object) => setup.product.as('ann').del(path, asking)
    expect((await remove({ key })).status).toBe(204)
    await expectRefused(setup.product, () => remove({}), { status: 404, code: 'NOT_FOUND' })
    const again = await remove({ key })
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([204, 'true'])
  })

  it('One of two concurrent edits gets 200, and the other 409 with the current revision', async () => {
    const { expense } = expectSuccess(await setup.spend({}))
    const edit = (name: 'ann' | 'ben', amount: number) =>
      setup.product
        .as(name)
        .put(`/expenses/${expense.id}`, { amount }, { headers: { 'If-Match': `"${expense.revision}"` } })
    const responses = await Promise.all([edit('ann', 1), edit('ben', 2)])
    const [won, lost] = responses.toSorted((a, b) => a.status - b.status)
    expect([won!.status, lost!.status]).toEqual([200, 409])
    expect(lost!.body.error).toMatchObject({ code: 'CONFLICT', revision: won!.body.expense.revision })
    expect(lost!.headers['etag']).toBe(won!.headers['etag'])
  })

  it.each<[object, string, string]>([
    [{ amount: 0 }, 'amount', 'Amount must be greater than 0'],
    [{ amount: 100.005 }, 'amount', 'Valid amount is required'],
    [{ sharedBy: [] }, 'sharedBy', 'At least one person must share this expense'],
    [{ description: null }, 'description', 'Description is required'],
    [{ receiptUrl: 'x' }, 'receiptUrl', 'Receipt URL must be a valid HTTP/HTTPS URL'],
    [{ category: 'constructor' }, 'category', 'Category is not one of the seven'],
    [{ tripId: 'x' }, 'tripId', 'Unknown field tripId'],
  ])('An edit with %j is refused', async (changes, field, text) => {
    const ask = () => setup.product.as('ann').put(`/expenses/${setup.expenseId}`, changes)
    await expectRefused(setup.product, ask, invalid(field, text))
  })
})
