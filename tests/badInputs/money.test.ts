// Invalid expenses, deposits and payments over HTTP, with the product's texts.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aTrip, anExpense } from '#tests/authorization/scenario.ts'
import { expectRefused } from '#tests/badInputs/refused.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { done } from '#tests/support/client.ts'
import type { Product } from '#tests/support/product.ts'
import { startProduct } from '#tests/support/product.ts'

const PEOPLE = ['ann', 'ben', 'cat', 'alice'] as const
let product: Product<(typeof PEOPLE)[number]>
let tripId: string
let yenTripId: string
let expenseId: string
let outsiderId: string

beforeAll(async () => {
  product = await startProduct({ people: PEOPLE })
  const { ben, alice, cat } = product.people
  outsiderId = cat.id
  tripId = await aTripOf({ inviteUserIds: [ben.id, alice.id] })
  yenTripId = await aTripOf({ currency: 'JPY' })
  expenseId = done(await spend({})).expense.id
})
afterAll(() => product.stop())

async function aTripOf(more: object): Promise<string> {
  return done(await product.as('ann').post('/trips', { ...aTrip, ...more })).trip.id
}

/** @param body changes to a valid expense; a string is sent as it is */
function spend(body: object | string, of = tripId, call = 'expenses') {
  const whole = { ...anExpense, sharedBy: [product.people.ann.id], ...(typeof body === 'string' ? {} : body) }
  return product.as('ann').post(`/trips/${of}/${call}`, typeof body === 'string' ? body : whole)
}

const invalid = (field: string, text: string) => ({ status: 400, field, text })
const required = invalid('amount', 'Valid amount is required')

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

    await expectRefused(product, () => spend(changes), invalid(field, text))
  })

  it('The values NaN and Infinity are no JSON', async () => {
    for (const literal of ['NaN', 'Infinity', '-Infinity', '1e999'])
      await expectRefused(product, () => spend(`{"amount":${literal}}`), {
        status: 400,
        code: 'INVALID_JSON',
      })
  })

  it('A fraction of a yen is refused, and 100.00 is a hundred', async () => {
    await expectRefused(product, () => spend({ amount: 100.5 }, yenTripId), required)
    const raw = JSON.stringify({ ...anExpense, amount: 100, sharedBy: [product.people.ann.id] })
    const { expense } = done(await spend(raw.replace(':100,', ':100.00,'), yenTripId))
    expect([expense.amount, expense.currency]).toEqual([100, 'JPY'])
  })

  it('An expense shared by a person outside of the trip is refused with their id', async () => {
    const text = `${outsiderId} is not on the trip`
    const sharedBy = [product.people.ann.id, outsiderId]
    await expectRefused(product, () => spend({ sharedBy }), invalid('sharedBy', text))
    const asGuest = [{ id: product.people.ann.id, type: 'guest' }]
    await expectRefused(product, () => spend({ sharedBy: asGuest }), { status: 400, field: 'sharedBy' })
    await expectRefused(
      product,
      () => spend({ paidBy: outsiderId }),
      invalid('paidBy', 'Whoever paid is not on the trip'),
    )
  })

  it('The enhanced endpoint requires types of people', async () => {
    coversSpec('§3 Expense', '§7 Expenses and pool: POST /trips/{id}/expenses-enhanced')

    const { id } = product.people.ann
    const text = 'Each person needs an id and a type'
    for (const one of [id, { id }])
      await expectRefused(product, () => spend({ sharedBy: [one] }, tripId, 'expenses-enhanced'), {
        status: 400,
        text,
      })
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
        product,
        () => spend({ receiptUrl }),
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
      await expectRefused(product, () => spend({ expenseDate }), invalid('expenseDate', 'Date is not a date'))
  })
})

describe('accepted expenses', () => {
  it('Shares add up, are within a cent of each other, and are the same for the same expense', async () => {
    coversSpec('§7 Expenses and pool: POST /trips/{id}/expenses')

    const { ann, ben, alice } = product.people
    const sharedBy = [ann.id, ben.id, alice.id]
    const { expense } = done(await spend({ amount: 10, sharedBy }))
    const shares = expense.sharedBy.map(({ share }: { share: number }) => share)
    expect(shares.toSorted()).toEqual([3.33, 3.33, 3.34])
    const edited = done(await product.as('ann').put(`/expenses/${expense.id}`, { description: 'Supper' }))
    expect(edited.expense.sharedBy).toEqual(expense.sharedBy)
    const turned = done(
      await product.as('ann').put(`/expenses/${expense.id}`, { sharedBy: sharedBy.toReversed() }),
    )
    expect(turned.expense.sharedBy).toEqual(expense.sharedBy.toReversed())
  })

  it('A sharer who is named twice counts once', async () => {
    const { ann, ben } = product.people
    const sharedBy = [ann.id, { id: ann.id, type: 'user' }, ben.id]
    const { expense } = done(await spend({ amount: 10, sharedBy }))
    expect(expense.sharedBy).toMatchObject([
      { id: ann.id, share: 5 },
      { id: ben.id, share: 5 },
    ])
  })

  it('An expense from the pool ignores the named payer, and may overdraw the pool', async () => {
    const of = await aTripOf({})
    const { expense } = done(await spend({ paidFromPool: true, paidBy: outsiderId, amount: 9 }, of))
    expect([expense.paidBy, expense.paidFromPool]).toEqual([null, true])
    const { settlement } = done(await product.as('ann').get(`/trips/${of}/settlement`))
    expect(settlement.poolBalance).toBe(-9)
    expect(settlement.participants).toMatchObject([{ shortfall: 9, netBalance: -9, status: 'owes' }])
    expect(settlement.payments).toMatchObject([{ to: { id: 'pool' }, amount: 9 }])
  })

  it('An expense stays when its payer is removed', async () => {
    const { ben } = product.people
    const of = await aTripOf({ inviteUserIds: [ben.id] })
    const { expense } = done(await spend({ paidBy: ben.id }, of))
    done(await product.as('ann').del(`/trips/${of}/participants/${ben.id}`))
    const { expenses } = done(await product.as('ann').get(`/trips/${of}/expenses`))
    expect(expenses).toEqual([expense])
  })

  it('Any plain web link is a receipt and is never fetched, and a blank one is none', async () => {
    for (const [given, kept] of [
      ['http://169.254.169.254/', 'http://169.254.169.254/'],
      ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
      ['', null],
      [' ', null],
      [null, null],
    ])
      expect(done(await spend({ receiptUrl: given })).expense.receiptUrl).toBe(kept)
  })

  it('An expense has the date as written in its own offset, and today without a date', async () => {
    coversSpec('§7 Expenses and pool: Both POST bodies carry')

    for (const [given, kept] of [
      ['2026-03-29T23:30:00-08:00', '2026-03-29'],
      ['2026-03-29', '2026-03-29'],
      [null, '2026-05-02'],
    ])
      expect(done(await spend({ expenseDate: given })).expense.expenseDate).toBe(kept)
  })

  it('An expense of 999,999.99 is accepted', async () => {
    coversSpec('§9 Expense and budget amount')

    expect(done(await spend({ amount: 999_999.99 })).expense.amount).toBe(999_999.99)
  })
})

describe('edits and removals', () => {
  it('A participant of another trip cannot edit or remove the expense', async () => {
    const cat = product.as('cat')
    done(await cat.post('/trips', aTrip))
    const gone = { status: 404, code: 'NOT_FOUND' }
    await expectRefused(product, () => cat.put(`/expenses/${expenseId}`, { amount: 1 }), gone)
    await expectRefused(product, () => cat.del(`/expenses/${expenseId}`), gone)
    await expectRefused(product, () => cat.put(`/expenses/${randomUUID()}`, { amount: 1 }), gone)
  })

  it('A second removal gets 404, and a repeated one under the same key gets 204 again', async () => {
    coversSpec('§7 Expenses and pool: DELETE /expenses/{id}')

    const { expense } = done(await spend({}))
    const [path, key] = [`/expenses/${expense.id}`, randomUUID()]
    const remove = (asking: object) => product.as('ann').del(path, asking)
    expect((await remove({ key })).status).toBe(204)
    await expectRefused(product, () => remove({}), { status: 404, code: 'NOT_FOUND' })
    const again = await remove({ key })
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([204, 'true'])
  })

  it('One of two concurrent edits gets 200, and the other 409 with the current revision', async () => {
    const { expense } = done(await spend({}))
    const edit = (name: 'ann' | 'ben', amount: number) =>
      product
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
    const ask = () => product.as('ann').put(`/expenses/${expenseId}`, changes)
    await expectRefused(product, ask, invalid(field, text))
  })
})

describe('deposits', () => {
  const deposit = (body: object, of = tripId, asking = {}) =>
    product.as('ann').post(`/trips/${of}/pool/contribute`, body, asking)

  it.each<[object, string, string]>([
    [{}, 'amount', 'Amount is required'],
    [{ amount: null }, 'amount', 'Amount is required'],
    [{ amount: '5' }, 'amount', 'Valid amount is required'],
    [{ amount: 0 }, 'amount', 'Amount must be positive'],
    [{ amount: -5 }, 'amount', 'Amount must be positive'],
    [{ amount: 10_000.01 }, 'amount', 'Amount cannot exceed $10,000'],
    [{ amount: 1.999 }, 'amount', 'Amount cannot have more than 2 decimal places'],
    [{ amount: 1, participant: 'ann' }, 'participant', ''],
    [{ amount: 1, participant: { id: 'x', type: 'pool' } }, 'participant.type', 'Type must be user or guest'],
  ])('A deposit with %j is refused', async (body, field, text) => {
    coversSpec('§5 Pool contribution: Amount is required', '§9 Pool contribution')

    await expectRefused(product, () => deposit(body), text ? invalid(field, text) : { status: 400, field })
  })

  it('A deposit of 10,000 is accepted', async () => {
    coversSpec('§9 Pool contribution')

    expect(done(await deposit({ amount: 10_000 })).transaction.amount).toBe(10_000)
  })

  it('A deposit of half a yen is refused with its own text', async () => {
    const text = 'Amount cannot have decimal places'
    await expectRefused(product, () => deposit({ amount: 0.5 }, yenTripId), invalid('amount', text))
  })

  it('A deposit belongs to the person in its description, when exactly one participant has that name', async () => {
    coversSpec('§7 Expenses and pool: The contributor of a pool')

    const { ann, ben, alice } = product.people
    for (const [description, by] of [
      ['Pool contribution (ben) (alice)', alice.id],
      ['Pool contribution (ALICE)', alice.id],
      ['Pool contribution (ａｌｉｃｅ)', alice.id],
      ['Pool contribution (somebody)', ann.id],
      ['Pool contribution (ben', ann.id],
      ['Pool contribution ben)', ann.id],
      ['(ben)', ben.id],
    ]) {
      const { transaction } = done(await deposit({ amount: 1, description }))
      expect([transaction.participant.id, transaction.description]).toEqual([by, description])
      expect(transaction.recordedBy.id).toBe(ann.id)
    }
  })

  it('A deposit whose description names two people or an outsider is refused on the participant', async () => {
    const of = await aTripOf({ inviteUserIds: [product.people.alice.id] })
    done(await product.as('ann').post(`/trips/${of}/guest-participants`, { name: 'Alice' }))
    const text = 'More than one person on the trip has this name'
    await expectRefused(
      product,
      () => deposit({ amount: 1, description: '(Alice)' }, of),
      invalid('participant', text),
    )
    const participant = { id: outsiderId, type: 'user' }
    const outside = invalid('participant', 'Whoever deposits is not on the trip')
    await expectRefused(product, () => deposit({ amount: 1, participant }, of), outside)
  })

  it('Fifty deposits of which seven are repeated are exactly fifty', async () => {
    const of = await aTripOf({})
    const keys = Array.from({ length: 50 }, () => randomUUID())
    const first = await Promise.all(keys.map((key) => deposit({ amount: 1 }, of, { key })))
    const again = await Promise.all(keys.slice(0, 7).map((key) => deposit({ amount: 1 }, of, { key })))
    expect([...first, ...again].every(({ status }) => status === 201)).toBe(true)
    expect(again.map(({ body }) => body)).toEqual(first.slice(0, 7).map(({ body }) => body))
    const { balance, transactions } = done(await product.as('ann').get(`/trips/${of}/pool`))
    expect([balance, transactions.length]).toEqual([50, 50])
  })

  it('A member cannot remove the deposit of another person, and nobody can remove an expense as a deposit', async () => {
    coversSpec('§6 Expense-type transactions')

    const { transaction } = done(
      await deposit({ amount: 1, participant: { id: product.people.alice.id, type: 'user' } }),
    )
    const remove = (id: string) => product.as('ben').del(`/trips/${tripId}/pool/transactions/${id}`)
    await expectRefused(product, () => remove(transaction.id), { status: 403, code: 'ACCESS_DENIED' })
    const { expense } = done(await spend({ paidFromPool: true }))
    await expectRefused(product, () => remove(expense.id), {
      status: 409,
      code: 'ExpenseStaysInThePool',
      text: 'An expense leaves the pool only when the expense itself is removed',
    })
  })

  it('A spent deposit can be removed: the pool is overdrawn, and all accounts add up to zero', async () => {
    const { ann, ben } = product.people
    const of = await aTripOf({ inviteUserIds: [ben.id] })
    const { transaction } = done(await deposit({ amount: 100 }, of))
    done(await spend({ paidFromPool: true, amount: 80, sharedBy: [ann.id, ben.id] }, of))
    expect((await product.as('ann').del(`/trips/${of}/pool/transactions/${transaction.id}`)).status).toBe(204)
    const { settlement } = done(await product.as('ann').get(`/trips/${of}/settlement`))
    expect(settlement.poolBalance).toBe(-80)
    const nets = settlement.participants.map(({ netBalance }: { netBalance: number }) => netBalance)
    expect(nets).toEqual([-40, -40])
    expect(settlement.payments).toMatchObject([
      { to: { id: 'pool' }, amount: 40 },
      { to: { id: 'pool' }, amount: 40 },
    ])
  })
})

describe('refused payments', () => {
  it.each<[object, object]>([
    [{ amount: 0 }, invalid('amount', 'Amount must be greater than 0')],
    [{ amount: 1.005 }, required],
    [{ to: { id: 'x', type: 'user' } }, invalid('to', 'Whoever is paid is not on the trip')],
    [{ from: { id: 'x', type: 'guest' } }, invalid('from', 'Whoever pays is not on the trip')],
    [{ to: { id: 'x', type: 'pool' } }, invalid('to', 'Whoever is paid is not on the trip')],
    [{ from: { id: 'pool', type: 'pool' } }, invalid('to', 'A payment goes to somebody else')],
    [{ to: undefined }, { status: 400, field: 'to' }],
    [{ fee: 1 }, invalid('fee', 'Unknown field fee')],
    [{ confirm: 'yes' }, invalid('confirm', 'Confirm must be true or false')],
    [{ confirm: null }, invalid('confirm', 'Confirm must be true or false')],
  ])('A payment with %j is refused', async (changes, refused) => {
    const from = { id: product.people.ann.id, type: 'user' }
    const body = { from, to: { id: 'pool', type: 'pool' }, amount: 5, ...changes }
    const ask = () => product.as('ann').post(`/trips/${tripId}/payments`, body)
    await expectRefused(product, ask, refused as { status: number })
  })

  describe('repeated payments', () => {
    const looksRepeated = {
      status: 409,
      code: 'PaymentLooksRepeated',
      text: 'This payment was recorded a moment ago. Record it again only if the money was paid twice.',
    }
    /** alice owes ann 5. */
    async function aDebt() {
      const { ann, alice } = product.people
      const of = await aTripOf({ inviteUserIds: [alice.id] })
      done(await spend({ amount: 10, sharedBy: [ann.id, alice.id] }, of))
      const body = { from: { id: alice.id, type: 'user' }, to: { id: ann.id, type: 'user' }, amount: 5 }
      const paid = async () => done(await product.as('ann').get(`/trips/${of}/payments`)).payments.length
      return { path: `/trips/${of}/payments`, body, paid }
    }

    it('One of two payments that payer and payee record at the same moment is refused', async () => {
      const { path, body, paid } = await aDebt()
      const both = await Promise.all([
        product.as('ann').post(path, body),
        product.as('alice').post(path, body),
      ])
      expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 409]))
      expect(await paid()).toBe(1)
      await expectRefused(product, () => product.as('alice').post(path, body), looksRepeated)
    })

    it('A payment repeated after a lost response is the first one, and after a confirmation a second one', async () => {
      const { path, body, paid } = await aDebt()
      const key = randomUUID()
      const first = done(await product.as('alice').post(path, body, { key })).payment
      expect(done(await product.as('alice').post(path, body, { key })).payment).toEqual(first)
      expect(await paid()).toBe(1)
      const refusedKey = randomUUID()
      const again = (changes: object) =>
        product.as('alice').post(path, { ...body, ...changes }, { key: refusedKey })
      await expectRefused(product, () => again({}), looksRepeated)
      // A refusal stores nothing under its key, so the same key confirms, and a repeat of it records one payment.
      const second = done(await again({ confirm: true })).payment
      expect(done(await again({ confirm: true })).payment).toEqual(second)
      expect(await paid()).toBe(2)
    })
  })
})
