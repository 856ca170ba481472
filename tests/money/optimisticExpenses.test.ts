// The list of expenses with pending commands applied. The expected values are the server's responses after the commands
// arrived.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import { newIdOf } from '#core/kernel/ids.ts'
import type { ExpenseResponse, ExpenseSummary } from '#core/money/responses.ts'
import type { ExpenseBody } from '#core/money/bodies.ts'
import {
  addExpenseEndpoint,
  contributeToPool,
  editExpenseEndpoint,
  removeExpense,
} from '#core/money/contract.ts'
import { emptyLedger } from '#core/money/ledger.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { nextKey, pendingCommand, type ProductOfTwo, tripOfTwo } from '#tests/support/pendingCommands.ts'
import { ledgerOfChanges, summaryOf } from '#web/money/expenses/expenseFigures.ts'
import { withExpenseChanges } from '#web/money/expenses/optimisticExpense.ts'
import { expenseFormChanges, choicesFor, expenseFormValues } from '#web/money/expenses/expenseValues.ts'
import { type PendingExpenseCommand, withPendingExpenses } from '#web/money/expenses/pendingExpenses.ts'

let product: ProductOfTwo
let tripId: string
let me: { id: string; username: string }

beforeAll(async () => {
  ;({ product, tripId } = await tripOfTwo())
  me = product.people.ann
})
afterAll(() => product.stop())

const ann = () => ({ id: product.people.ann.id, type: 'user' as const, name: 'ann' })
const ben = () => ({ id: product.people.ben.id, type: 'user' as const, name: 'ben' })
const place = () => ({ tripId, currency: 'HKD' as const, me: { ...me } })
const shown = (confirmed: readonly ExpenseResponse[], ...changes: PendingExpenseCommand[]) =>
  withPendingExpenses(confirmed, changes, place())

const body = (more: Partial<ExpenseBody> = {}): ExpenseBody => ({
  description: 'Dinner',
  amount: 100.01,
  category: 'food',
  expenseDate: '2026-05-02',
  paidFromPool: false,
  paidBy: ann(),
  sharedBy: [ann(), ben()],
  receiptUrl: null,
  ...more,
})

function pending(
  endpoint: PendingExpenseCommand['endpoint'],
  more: Partial<PendingExpenseCommand> = {},
): PendingExpenseCommand {
  const key = more.key ?? nextKey()
  const id = newIdOf(endpoint as Endpoint, { tripId }, me.id, key)
  return { ...pendingCommand(endpoint as Endpoint, { id, key, lane: tripId }), ...more, endpoint }
}
const editing = (id: string, changes: Partial<ExpenseBody>, more: Partial<PendingExpenseCommand> = {}) =>
  pending(editExpenseEndpoint, { params: { expenseId: id }, body: changes, ...more })
const removing = (id: string, more: Partial<PendingExpenseCommand> = {}) =>
  pending(removeExpense, { params: { expenseId: id }, ...more })

async function added(sent: ExpenseBody, key = nextKey()): Promise<ExpenseResponse> {
  return expectSuccess(await product.as('ann').post(`/trips/${tripId}/expenses`, sent, { key })).expense
}
const get = async (path: string) => expectSuccess(await product.as('ann').get(`/trips/${tripId}/${path}`))
const list = async (): Promise<ExpenseResponse[]> => (await get('expenses')).expenses

describe('a pending expense', () => {
  test.each<[string, () => ExpenseBody]>([
    ['by me', () => body()],
    ['by somebody else, for them alone', () => body({ paidBy: ben(), sharedBy: [ben()] })],
    ['from the pool', () => body({ paidFromPool: true, paidBy: null })],
    ['of one cent', () => body({ amount: 0.01 })],
    ['in another currency', () => body({ amount: 1200, currency: 'JPY', exchangeRate: 0.05235 })],
  ])('A pending expense %s looks like the server’s later response, to the cent', async (_, entered) => {
    const key = nextKey()
    const { rows } = shown([], pending(addExpenseEndpoint, { key, body: entered() }))
    const answer = await added(entered(), key)
    expect(rows[0]?.expense).toEqual({ ...answer, revision: Number.MAX_SAFE_INTEGER })
  })

  test('A pending expense is shown once when the list already contains it', async () => {
    const key = nextKey()
    const answer = await added(body(), key)
    const { rows } = shown([answer], pending(addExpenseEndpoint, { key, body: body() }))
    expect(rows).toEqual([{ expense: answer, pending: [], counts: true }])
  })

  test('A pending expense comes first of its day, and in its place by date', async () => {
    const today = await added(body({ description: 'Today' }))
    const later = await added(body({ description: 'Later', expenseDate: '2026-05-03' }))
    const { rows } = shown(
      [later, today],
      pending(addExpenseEndpoint, { body: body({ description: 'New' }) }),
    )
    expect(rows.map(({ expense }) => expense.description)).toEqual(['Later', 'New', 'Today'])
  })

  test('A pending expense of another trip and a pending deposit are not in the list', () => {
    const { rows, lost } = shown(
      [],
      pending(addExpenseEndpoint, { lane: 'another-trip', body: body() }),
      pending(contributeToPool, { body: { amount: 5 } }),
    )
    expect([rows, lost]).toEqual([[], []])
  })

  test('A refused expense stays on the screen with the reason and counts in no sum', () => {
    const refused = pending(addExpenseEndpoint, {
      body: body(),
      state: 'refused',
      error: 'Whoever paid has left',
    })
    const { rows } = shown([], refused)
    expect(rows[0]).toMatchObject({
      counts: false,
      pending: [{ kind: 'add', error: 'Whoever paid has left' }],
    })
    expect(summaryOf(rows, 'HKD', me.id).totalAmount).toBe(0)
    expect(ledgerOfChanges([], rows)).toEqual(emptyLedger)
  })
})

describe('a pending change', () => {
  test.each<[string, () => Partial<ExpenseBody>]>([
    ['of the title', () => ({ description: 'Supper' })],
    ['of the amount', () => ({ amount: 99.99 })],
    ['of the currency', () => ({ amount: 13.2, currency: 'EUR', exchangeRate: 9.05 })],
    ['of payer and sharers', () => ({ paidBy: ben(), sharedBy: [ben()] })],
    ['into the pool', () => ({ paidFromPool: true })],
    [
      'of day, category and receipt',
      () => ({ expenseDate: '2026-05-01', category: 'other', receiptUrl: 'https://x.hk' }),
    ],
  ])('A pending change %s looks like the server’s later response', async (_, change) => {
    const changes = change()
    const was = await added(body())
    const { rows } = shown([was], editing(was.id, changes))
    const answer = expectSuccess(await product.as('ann').put(`/expenses/${was.id}`, changes)).expense
    expect(rows[0]?.expense).toEqual({ ...answer, revision: was.revision, updatedAt: was.updatedAt })
  })

  test('A pending change of the title keeps the original amount and its rate, and one of the amount drops them', async () => {
    const was = await added({ ...body(), amount: 13.2, currency: 'EUR', exchangeRate: 9.05 })
    expect(was).toMatchObject({ amount: 119.46, originalAmount: 13.2 })
    expect(withExpenseChanges(was, { description: 'Nata' })).toEqual({ ...was, description: 'Nata' })
    const answer = expectSuccess(await product.as('ann').put(`/expenses/${was.id}`, { amount: 120 })).expense
    expect(withExpenseChanges(was, { amount: 120 })).toMatchObject({
      amount: answer.amount,
      originalAmount: null,
      exchangeRate: null,
    })
  })

  test('A pending change to the converted amount in the trip’s currency drops the original amount', async () => {
    const was = await added({ ...body(), amount: 13.2, currency: 'EUR', exchangeRate: 9.05 })
    const choices = choicesFor([])
    const values = expenseFormValues(was, 'ann')
    const brought = { ...values, amount: '119.46', otherCurrency: '', exchangeRate: '' }
    const changes = expenseFormChanges(brought, values, choices, 'HKD')
    const answer = expectSuccess(await product.as('ann').put(`/expenses/${was.id}`, changes)).expense
    for (const expense of [answer, withExpenseChanges(was, changes)])
      expect(expense).toMatchObject({ amount: 119.46, originalAmount: null, exchangeRate: null })
  })

  test('A refused change shows the confirmed values and the reason', async () => {
    const was = await added(body())
    const { rows } = shown([was], editing(was.id, { amount: 5 }, { state: 'refused', error: 'No' }))
    expect(rows[0]).toMatchObject({ expense: was, counts: true, pending: [{ kind: 'edit', error: 'No' }] })
  })

  test('A pending change is applied on top of an addition that is itself pending', () => {
    const add = pending(addExpenseEndpoint, { body: body() })
    const { rows } = shown([], add, editing(add.id, { description: 'Supper' }))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.expense.description).toBe('Supper')
  })

  test('A change that is refused because the expense is gone is listed separately', () => {
    const { rows, lost } = shown([], editing('gone', {}, { state: 'refused', error: 'Not found' }))
    expect(rows).toEqual([])
    expect(lost).toMatchObject([{ kind: 'edit', error: 'Not found' }])
  })
})

describe('a pending deletion', () => {
  test('A pending deletion keeps its row until it is confirmed, and leaves every sum at once', async () => {
    const was = await added(body())
    const { rows } = shown([was], removing(was.id))
    expect(rows[0]).toMatchObject({ counts: false, pending: [{ kind: 'remove', state: 'waiting' }] })
    expect(summaryOf(rows, 'HKD', me.id).expenseCount).toBe(0)
  })

  test('A refused deletion returns the expense to the sums, with the reason', async () => {
    const was = await added(body())
    const { rows } = shown([was], removing(was.id, { state: 'refused', error: 'Changed' }))
    expect(rows[0]).toMatchObject({ counts: true, pending: [{ kind: 'remove', error: 'Changed' }] })
  })
})

describe('the figures', () => {
  test('The figures of a list without pending commands equal the server’s', async () => {
    await added(body({ amount: 33.35, category: 'shopping' }))
    const summary: ExpenseSummary = (await get('expense-summary')).summary
    expect(summaryOf(shown(await list()).rows, 'HKD', me.id)).toEqual(summary)
  })

  test('The figures with a pending addition, edit and deletion equal the server’s later figures', async () => {
    const [kept, gone] = [await added(body()), await added(body({ paidBy: ben() }))]
    const [before, key] = [await list(), nextKey()]
    const sent = body({ amount: 0.05 })
    const { rows } = shown(
      before,
      pending(addExpenseEndpoint, { key, body: sent }),
      editing(kept.id, { amount: 77.77, paidFromPool: true }),
      removing(gone.id),
    )

    await added(sent, key)
    expectSuccess(await product.as('ann').put(`/expenses/${kept.id}`, { amount: 77.77, paidFromPool: true }))
    expectSuccess(await product.as('ann').del(`/expenses/${gone.id}`))

    expect(summaryOf(rows, 'HKD', me.id)).toEqual((await get('expense-summary')).summary)
  })
})
