// Balances with pending commands applied. The expected values are the server's responses after the commands arrived.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import type { BalanceResponse } from '#core/money/responses.ts'
import * as calls from '#core/money/contract.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { commandOnTrip, type ProductOfTwo, tripOfTwo } from '#tests/support/pendingCommands.ts'
import {
  type Confirmed,
  pendingMoneyCommands,
  pendingLedger,
  withPendingMoney,
} from '#web/money/pendingLedger.ts'
import { personalBalanceOf } from '#web/money/settlement/personalBalance.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'

let product: ProductOfTwo
let tripId: string

beforeAll(async () => {
  ;({ product, tripId } = await tripOfTwo())
})
afterAll(() => product.stop())

const user = (name: 'ann' | 'ben') => ({ id: product.people[name].id, type: 'user' as const })
const place = () => ({ tripId, currency: 'HKD' as const, me: { id: user('ann').id, username: 'ann' } })
const get = async (path: string) => expectSuccess(await product.as('ann').get(`/trips/${tripId}/${path}`))
const balances = async (): Promise<BalanceResponse[]> => (await get('balances')).balances
const confirmed = async (): Promise<Confirmed> => ({
  expenses: (await get('expenses')).expenses,
  transactions: (await get('pool')).transactions,
  payments: (await get('payments')).payments,
})
const nets = (all: BalanceResponse[]) => all.map(({ name, netBalance }) => `${name} ${netBalance}`)

const change = (endpoint: Endpoint, more: Partial<PendingCommand> = {}): PendingCommand =>
  commandOnTrip(endpoint, tripId, user('ann').id, more)

const dinner = (amount: number) => ({
  description: 'Dinner',
  amount,
  category: 'food',
  sharedBy: [user('ann'), user('ben')],
})
const payment = (amount: number) => ({ from: user('ben'), to: user('ann'), amount })
const deposit = (amount: number) => ({ amount, participant: user('ben') })

async function sent({ endpoint, params, body, key }: PendingCommand): Promise<void> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name]!)
  expectSuccess(await product.as('ann').send(endpoint.method, path, { key, ...(body !== null && { body }) }))
}

describe('pending balances', () => {
  test('Balances with pending commands equal the server’s balances after they arrive', async () => {
    await sent(change(calls.addExpenseEnhancedEndpoint, { body: dinner(60.01) }))
    await sent(change(calls.contributeToPool, { body: deposit(40) }))
    await sent(change(calls.makePayment, { body: payment(7) }))
    const [before, known] = [await balances(), await confirmed()]
    const changes = [
      change(calls.addExpenseEnhancedEndpoint, { body: dinner(10.05) }),
      change(calls.editExpenseEndpoint, {
        params: { expenseId: known.expenses[0]!.id },
        body: { amount: 33.33 },
      }),
      change(calls.contributeToPool, { body: deposit(5.5) }),
      change(calls.removeContribution, { params: { tripId, transactionId: known.transactions[0]!.id } }),
      change(calls.makePayment, { body: payment(3) }),
      change(calls.undoPayment, { params: { tripId, paymentId: known.payments[0]!.id } }),
    ]
    const expected = nets(withPendingMoney(before, pendingLedger(changes, known, place()), 'HKD'))
    for (const one of changes) await sent(one)

    expect(expected).toEqual(nets(await balances()))
    expect(expected).not.toEqual(nets(before))
    // A change that the server has stored is not counted twice while it is still pending.
    const arrived = changes.filter(({ endpoint }) => endpoint.method === 'POST')
    expect(
      nets(withPendingMoney(await balances(), pendingLedger(arrived, await confirmed(), place()), 'HKD')),
    ).toEqual(expected)
  })

  test('A refused command and a command without money leave the balances unchanged', async () => {
    const refused = change(calls.makePayment, { body: payment(3), state: 'refused' })
    const other = change({ ...calls.makePayment, path: '/trips/:tripId/leave' })
    expect(pendingMoneyCommands([refused, other])).toEqual([])
    const before = await balances()
    const ledger = pendingLedger([refused, other], await confirmed(), place())
    expect(withPendingMoney(before, ledger, 'HKD')).toEqual(before)
  })

  test('The pending balances override those of the settlement', async () => {
    const { settlement } = await get('settlement')
    const standing = personalBalanceOf(settlement, user('ann').id, 'HKD', -12.5)
    expect(standing).toMatchObject({ status: 'owes', amount: 12.5 })
  })
})
