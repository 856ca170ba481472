// The trips as they will be after the pending commands, where one of them cannot be worked out.

import { beforeAll, expect, test, vi } from 'vitest'
import { addExpense } from '#core/money/contract.ts'
import { documentsVersion, emptyTripDocuments } from '#projections/replica/tripDocuments.ts'
import { trip } from '#tests/money/deciderFixture.ts'
import { pendingCommand } from '#tests/support/pendingCommands.ts'
import { longTimeout } from '#tests/support/timeout.ts'
import { outbox } from '#web/platform/outbox/outbox.ts'
import { optimisticTrips } from '#web/platform/outbox/replicaState.ts'
import { entryOf, replicaPath } from '#web/platform/queries/queryStore.ts'
import { decide, startOptimisticTrips } from '#web/platform/replica/optimisticTrips.ts'
import { session } from '#web/platform/session/session.ts'

beforeAll(() => {
  Object.assign(session, { user: { id: 'ann', username: 'ann', email: null, isAdmin: false } })
  startOptimisticTrips()
})

function open(tripId: string, documents: object | null): void {
  const data = { version: documentsVersion, position: '1', revisions: {}, documents }
  Object.assign(entryOf(replicaPath(tripId)), { data, position: '1' })
}

const spend = (tripId: string, n: number) =>
  pendingCommand(addExpense, {
    params: { tripId },
    lane: tripId,
    by: 'ann',
    key: `00000000-0000-4000-8000-00000000000${n}`,
    body: { description: 'Tea', amount: 9, category: 'food', sharedBy: ['ann'] },
  })

test('A trip whose documents cannot be read freezes no other trip, and leaves the decision to the server', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  open('broken', null)
  open(trip.id, { ...emptyTripDocuments(trip.id), trip })
  outbox.commands.push(spend('broken', 1), spend(trip.id, 2))
  const shown = () => optimisticTrips[trip.id]?.documents.expenses.flat().length
  await vi.waitFor(() => expect(shown()).toBe(1), longTimeout)
  outbox.commands.push(spend(trip.id, 3))
  await vi.waitFor(() => expect(shown()).toBe(2), longTimeout)
  expect(await decide('broken', spend('broken', 4))).toBeNull()
  expect(logged).toHaveBeenCalled()
  logged.mockRestore()
})
