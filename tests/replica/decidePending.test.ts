// Commands that a device decides although the server has done them already, as after a lost response.

import { expect, test } from 'vitest'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import { addExpenseEndpoint, contributeToPool, makePayment } from '#core/money/contract.ts'
import { emptyTripDocuments } from '#projections/replica/tripDocuments.ts'
import { trip } from '#tests/money/deciderFixture.ts'
import { decidePending } from '#web/platform/replica/decidePending.ts'

const ann = { id: 'ann', username: 'ann' }
const [from, to] = ['ann', 'ben'].map((id) => ({ id, type: 'user' }))

test.each<[string, Endpoint, unknown]>([
  ['expense', addExpenseEndpoint, { description: 'Tea', amount: 9, category: 'food', sharedBy: ['ann'] }],
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
