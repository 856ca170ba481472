// Commands that a device decides: although the server has done them already, as after a lost response, and one after
// another without a connection.

import { expect, test } from 'vitest'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import {
  addExpense,
  contributeToPool,
  editExpense,
  makePayment,
  removeExpense,
  restoreExpense,
} from '#core/money/contract.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import { emptyTripDocuments } from '#projections/replica/tripDocuments.ts'
import { trip } from '#tests/money/deciderFixture.ts'
import { decidePending } from '#web/platform/replica/decidePending.ts'

const ann = { id: 'ann', username: 'ann' }
const [from, to] = ['ann', 'ben'].map((id) => ({ id, type: 'user' }))

test.each<[string, Endpoint, unknown]>([
  ['expense', addExpense, { description: 'Tea', amount: 9, category: 'food', sharedBy: ['ann'] }],
  ['deposit', contributeToPool, { amount: 9, participant: from }],
  ['payment', makePayment, { from, to, amount: 9, confirm: true }],
])('A pending %s that the documents include already does not count twice', async (_, endpoint, body) => {
  const command = {
    endpoint,
    params: { tripId: trip.id },
    body,
    key: '00000000-0000-4000-8000-000000000001',
    at: '2026-05-02T10:00:00.000Z',
    ifMatch: undefined,
  }
  const before = { ...emptyTripDocuments(trip.id), trip }
  const decide = async (documents: typeof before) => {
    const replica = { position: '', revisions: {}, documents }
    return (await decidePending(replica, trip.id, [command], ann)).documents
  }
  const once = await decide(before)
  expect(once).not.toEqual(before)
  expect(await decide({ ...once, trip })).toEqual(once)
})

const tea = { description: 'Tea', amount: 9, category: 'food', sharedBy: ['ann'] }

test.each([true, false])(
  'An expense that was changed and deleted comes back as it was last (was it confirmed before: %s)',
  async (isConfirmed) => {
    let keys = 0
    const command = (endpoint: Endpoint, params: Record<string, string>, body: unknown = null) => ({
      ...{ endpoint, params, body, at: '2026-05-02T10:00:00.000Z', ifMatch: undefined },
      key: `00000000-0000-4000-8000-00000000000${(keys += 1)}`,
    })
    const decide = async (documents: object, commands: ReturnType<typeof command>[]) => {
      const replica = {
        position: '',
        revisions: {},
        documents: { ...emptyTripDocuments(trip.id), ...documents },
      }
      return (await decidePending(replica, trip.id, commands, ann)).documents
    }
    const add = command(addExpense, { tripId: trip.id }, tea)
    const added = await decide({ trip }, [add])
    const expenseId = flattenChunks(added.expenses)[0]!.id
    const changes = [
      command(editExpense, { expenseId }, { amount: 20 }),
      command(removeExpense, { expenseId }),
      command(restoreExpense, { expenseId }),
    ]
    const after = isConfirmed ? await decide(added, changes) : await decide({ trip }, [add, ...changes])
    expect(flattenChunks(after.expenses)).toMatchObject([{ amount: 2000 }])
    expect(after.balances.ledger.totalExpenses).toBe(2000)
  },
)
