// Invalid deposits and payments over HTTP, with the product's texts.

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { expectRefused } from '#tests/badInputs/refused.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { invalid, invalidAmount, moneyTripsForFile } from '#tests/badInputs/moneyTrips.ts'

const setup = moneyTripsForFile()

describe('deposits', () => {
  const deposit = (body: object, of = setup.tripId, asking = {}) =>
    setup.product.as('ann').post(`/trips/${of}/pool/contribute`, body, asking)

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
    [{ amount: 1, keptBy: 'ann' }, 'keptBy', ''],
    [{ amount: 1, keptBy: { id: 'x', type: 'pool' } }, 'keptBy.type', 'Type must be user or guest'],
    [
      { amount: 1, keptBy: { id: 'x', type: 'user' } },
      'keptBy',
      'Whoever keeps the money is not on the trip',
    ],
  ])('A deposit with %j is refused', async (body, field, text) => {
    coversSpec('§5 Pool contribution: Amount is required', '§9 Pool contribution')

    await expectRefused(
      setup.product,
      () => deposit(body),
      text ? invalid(field, text) : { status: 400, field },
    )
  })

  it('A deposit of 10,000 is accepted', async () => {
    coversSpec('§9 Pool contribution')

    expect(expectSuccess(await deposit({ amount: 10_000 })).transaction.amount).toBe(10_000)
  })

  it('A deposit of half a yen is refused with its own text', async () => {
    const text = 'Amount cannot have decimal places'
    await expectRefused(
      setup.product,
      () => deposit({ amount: 0.5 }, setup.yenTripId),
      invalid('amount', text),
    )
  })

  it('A deposit belongs to the person in its description, when exactly one participant has that name', async () => {
    coversSpec('§7 Expenses and pool: The contributor of a pool')

    const { ann, ben, alice } = setup.product.people
    for (const [description, by] of [
      ['Pool contribution (ben) (alice)', alice.id],
      ['Pool contribution (ALICE)', alice.id],
      ['Pool contribution (ａｌｉｃｅ)', alice.id],
      ['Pool contribution (somebody)', ann.id],
      ['Pool contribution (ben', ann.id],
      ['Pool contribution ben)', ann.id],
      ['(ben)', ben.id],
    ]) {
      const { transaction } = expectSuccess(await deposit({ amount: 1, description }))
      expect([transaction.participant.id, transaction.description]).toEqual([by, description])
      expect(transaction.recordedBy.id).toBe(ann.id)
    }
  })

  it('A deposit whose description names two people or an outsider is refused on the participant', async () => {
    const of = await setup.planTrip({ inviteUserIds: [setup.product.people.alice.id] })
    expectSuccess(await setup.product.as('ann').post(`/trips/${of}/guest-participants`, { name: 'Alice' }))
    const text = 'More than one person on the trip has this name'
    await expectRefused(
      setup.product,
      () => deposit({ amount: 1, description: '(Alice)' }, of),
      invalid('participant', text),
    )
    const participant = { id: setup.outsiderId, type: 'user' }
    const outside = invalid('participant', 'Whoever deposits is not on the trip')
    await expectRefused(setup.product, () => deposit({ amount: 1, participant }, of), outside)
  })

  it('Fifty deposits of which seven are repeated are exactly fifty', async () => {
    const of = await setup.planTrip({})
    const keys = Array.from({ length: 50 }, () => randomUUID())
    const first = await Promise.all(keys.map((key) => deposit({ amount: 1 }, of, { key })))
    const again = await Promise.all(keys.slice(0, 7).map((key) => deposit({ amount: 1 }, of, { key })))
    expect([...first, ...again].every(({ status }) => status === 201)).toBe(true)
    expect(again.map(({ body }) => body)).toEqual(first.slice(0, 7).map(({ body }) => body))
    const { balance, transactions } = expectSuccess(await setup.product.as('ann').get(`/trips/${of}/pool`))
    expect([balance, transactions.length]).toEqual([50, 50])
  })

  it('A member cannot remove the deposit of another person, and nobody can remove an expense as a deposit', async () => {
    coversSpec('§6 Expense-type transactions')

    const { transaction } = expectSuccess(
      await deposit({ amount: 1, participant: { id: setup.product.people.alice.id, type: 'user' } }),
    )
    const remove = (id: string) =>
      setup.product.as('ben').del(`/trips/${setup.tripId}/pool/transactions/${id}`)
    await expectRefused(setup.product, () => remove(transaction.id), { status: 403, code: 'ACCESS_DENIED' })
    const { expense } = expectSuccess(await setup.spend({ paidFromPool: true }))
    await expectRefused(setup.product, () => remove(expense.id), {
      status: 409,
      code: 'ExpenseStaysInThePool',
      text: 'An expense leaves the pool only when the expense itself is removed',
    })
  })

  it('A spent deposit can be removed: the pool is overdrawn, and all accounts add up to zero', async () => {
    const { ann, ben } = setup.product.people
    const of = await setup.planTrip({ inviteUserIds: [ben.id] })
    const { transaction } = expectSuccess(await deposit({ amount: 100 }, of))
    expectSuccess(await setup.spend({ paidFromPool: true, amount: 80, sharedBy: [ann.id, ben.id] }, of))
    expect(
      (await setup.product.as('ann').del(`/trips/${of}/pool/transactions/${transaction.id}`)).status,
    ).toBe(204)
    const { settlement } = expectSuccess(await setup.product.as('ann').get(`/trips/${of}/settlement`))
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
    [{ amount: 1.005 }, invalidAmount],
    [{ to: { id: 'x', type: 'user' } }, invalid('to', 'Whoever is paid is not on the trip')],
    [{ from: { id: 'x', type: 'guest' } }, invalid('from', 'Whoever pays is not on the trip')],
    [{ to: { id: 'x', type: 'pool' } }, invalid('to', 'Whoever is paid is not on the trip')],
    [{ from: { id: 'pool', type: 'pool' } }, invalid('to', 'A payment goes to someone else')],
    [{ to: undefined }, { status: 400, field: 'to' }],
    [{ fee: 1 }, invalid('fee', 'Unknown field fee')],
    [{ confirm: 'yes' }, invalid('confirm', 'Confirm must be true or false')],
    [{ confirm: null }, invalid('confirm', 'Confirm must be true or false')],
  ])('A payment with %j is refused', async (changes, refused) => {
    const from = { id: setup.product.people.ann.id, type: 'user' }
    const body = { from, to: { id: 'pool', type: 'pool' }, amount: 5, ...changes }
    const ask = () => setup.product.as('ann').post(`/trips/${setup.tripId}/payments`, body)
    await expectRefused(setup.product, ask, refused as { status: number })
  })

  describe('repeated payments', () => {
    const looksRepeated = {
      status: 409,
      code: 'PaymentLooksRepeated',
    }
    /** alice owes ann 5. */
    async function aDebt() {
      const { ann, alice } = setup.product.people
      const of = await setup.planTrip({ inviteUserIds: [alice.id] })
      expectSuccess(await setup.spend({ amount: 10, sharedBy: [ann.id, alice.id] }, of))
      const body = { from: { id: alice.id, type: 'user' }, to: { id: ann.id, type: 'user' }, amount: 5 }
      const paid = async () =>
        expectSuccess(await setup.product.as('ann').get(`/trips/${of}/payments`)).payments.length
      return { path: `/trips/${of}/payments`, body, paid }
    }

    it('One of two payments that payer and payee record at the same moment is refused', async () => {
      const { path, body, paid } = await aDebt()
      const both = await Promise.all([
        setup.product.as('ann').post(path, body),
        setup.product.as('alice').post(path, body),
      ])
      expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 409]))
      expect(await paid()).toBe(1)
      await expectRefused(setup.product, () => setup.product.as('alice').post(path, body), looksRepeated)
    })

    it('A payment repeated after a lost response is the first one, and after a confirmation a second one', async () => {
      const { path, body, paid } = await aDebt()
      const key = randomUUID()
      const first = expectSuccess(await setup.product.as('alice').post(path, body, { key })).payment
      expect(expectSuccess(await setup.product.as('alice').post(path, body, { key })).payment).toEqual(first)
      expect(await paid()).toBe(1)
      const refusedKey = randomUUID()
      const again = (changes: object) =>
        setup.product.as('alice').post(path, { ...body, ...changes }, { key: refusedKey })
      await expectRefused(setup.product, () => again({}), looksRepeated)
      // A refusal stores nothing under its key, so the same key confirms, and a repeat of it records one payment.
      const second = expectSuccess(await again({ confirm: true })).payment
      expect(expectSuccess(await again({ confirm: true })).payment).toEqual(second)
      expect(await paid()).toBe(2)
    })
  })
})
