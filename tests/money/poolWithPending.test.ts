// The pool with pending commands applied. The expected values are the server's responses after the commands arrived.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import type { Pool } from '#core/money/responses.ts'
import type { ContributionBody } from '#core/money/bodies.ts'
import { contributeToPool, makePayment, removeContribution } from '#core/money/contract.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { commandOnTrip, nextKey, type ProductOfTwo, tripOfTwo } from '#tests/support/pendingCommands.ts'
import { poolWithPending } from '#web/money/pool/poolWithPending.ts'
import { poolTotals } from '#web/money/pool/poolTotals.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'

let product: ProductOfTwo
let tripId: string

beforeAll(async () => {
  ;({ product, tripId } = await tripOfTwo())
  await deposit(80.1)
  const dinner = { description: 'Dinner', amount: 30.3, category: 'food', paidFromPool: true }
  expectSuccess(
    await product.as('ann').post(`/trips/${tripId}/expenses`, { ...dinner, sharedBy: [ben().id] }),
  )
})
afterAll(() => product.stop())

const ben = () => ({ id: product.people.ben.id, type: 'user' as const })
const body = (amount: number): ContributionBody => ({
  amount,
  description: 'Pool contribution (ben)',
  participant: ben(),
})

async function deposit(amount: number, key = nextKey()): Promise<void> {
  expectSuccess(await product.as('ann').post(`/trips/${tripId}/pool/contribute`, body(amount), { key }))
}
const read = async (): Promise<Pool> => expectSuccess(await product.as('ann').get(`/trips/${tripId}/pool`))

const pending = (call: Endpoint, more: Partial<PendingCommand>): PendingCommand =>
  commandOnTrip(call, tripId, product.people.ann.id, more)

const shown = (pool: Pool, ...items: PendingCommand[]) =>
  poolWithPending(pool, items, { currency: 'HKD', me: { ...product.people.ann }, nameOf: () => 'ben' })

describe('a pending deposit', () => {
  test('A pending deposit looks like the server’s later response, and its key prevents a second row', async () => {
    const before = await read()
    const item = pending(contributeToPool, { body: body(0.2) })
    const expected = shown(before, item)
    await deposit(0.2, item.key)
    const after = shown(await read())
    expect(expected.balance).toBe(after.balance)
    const {
      createdAt: _,
      date: __,
      canRemove: ___,
      ...told
    } = after.rows.find(({ transaction }) => transaction.id === item.id)!.transaction
    expect(expected.rows[0]?.transaction).toMatchObject(told)
    expect(expected.rows[0]?.item).toBe(item)
    expect(shown(await read(), item).rows).toHaveLength(after.rows.length)
  })

  test('A pending deposit cannot be removed before it is confirmed', async () => {
    const { rows } = shown(await read(), pending(contributeToPool, { body: body(5) }))
    expect(rows[0]?.transaction.canRemove).toBe(false)
  })

  test('A pending deposit counts its contributor once', async () => {
    const pool = await read()
    const twice = [pending(contributeToPool, { body: body(5) }), pending(contributeToPool, { body: body(6) })]
    expect(shown(pool, ...twice).contributorCount).toBe(pool.stats.contributorCount)
  })

  test('A refused deposit is on the screen and in no sum', async () => {
    const pool = await read()
    const refused = pending(contributeToPool, { body: body(5), state: 'refused', error: 'no' })
    const result = shown(pool, refused)
    expect(result.balance).toBe(pool.balance)
    expect(result.rows[0]?.item).toBe(refused)
    expect(poolTotals(result, 'HKD').contributions).toBe(poolTotals(shown(pool), 'HKD').contributions)
  })
})

describe('a pending removal', () => {
  const removal = (pool: Pool, state: PendingCommand['state'] = 'waiting') => {
    const transactionId = pool.transactions.find(({ amount }) => amount === 80.1)!.id
    return pending(removeContribution, { params: { tripId, transactionId }, state })
  }

  test('A pending removal takes the deposit out of the sums and keeps its row', async () => {
    const pool = await read()
    const result = shown(pool, removal(pool))
    expect(result.balance).toBeCloseTo(pool.balance - 80.1, 10)
    expect(result.rows).toHaveLength(pool.transactions.length)
    expect(poolTotals(result, 'HKD').settlementPayments).toBe(0)
  })

  test('A refused removal leaves the deposit in the sums', async () => {
    const pool = await read()
    const result = shown(pool, removal(pool, 'refused'))
    expect(result.balance).toBe(pool.balance)
    expect(poolTotals(result, 'HKD')).toEqual(poolTotals(shown(pool), 'HKD'))
  })
})

describe('payments of the settlement', () => {
  const party = { id: 'pool', type: 'pool' as const }
  const payment = (body: object, state: PendingCommand['state'] = 'waiting') =>
    pending(makePayment, { body, state })

  test('Payments with the pool change its balance in both directions, and payments between people do not', async () => {
    const pool = await read()
    const out = payment({ from: party, to: ben(), amount: 10 })
    const into = payment({ from: ben(), to: party, amount: 3 })
    const apart = payment({ from: ben(), to: { id: 'x', type: 'user' }, amount: 99 })
    expect(shown(pool, out).balance).toBe(pool.balance - 10)
    expect(shown(pool, into).balance).toBe(pool.balance + 3)
    expect(shown(pool, apart).balance).toBe(pool.balance)
    expect(shown(pool, out, apart).waiting).toBe(1)
  })

  test('Payments are in the summary, so that its lines add up to the balance', async () => {
    const pool = await read()
    const result = shown(pool, payment({ from: party, to: ben(), amount: 10 }))
    const { contributions, expenses, settlementPayments, balance } = poolTotals(result, 'HKD')
    expect(settlementPayments).toBe(-10)
    expect(expenses).toBe(30.3)
    expect(balance).toBeCloseTo(contributions - expenses + settlementPayments, 10)
  })
})
