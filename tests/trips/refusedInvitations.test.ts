// What a command that invited several people left refused.

import { expect, test } from 'vitest'
import { changeTrip, inviteToTrip, planTrip } from '#core/trips/contract.ts'
import { outboxCommand } from '#tests/platform/outbox/device.ts'
import { refusedInvitations } from '#web/platform/outbox/refusedInvitations.ts'

const failed = [
  { userId: 'ben', message: 'User not found' },
  { userId: 'cat', message: 'User not found' },
]

test.each([
  ['An invitation', { endpoint: inviteToTrip, params: { tripId: 'trip' } }, {}],
  ['A planned trip', { endpoint: planTrip, params: {} }, { trip: { id: 'trip' } }],
])('%s leaves an invitation of the people who could not be added', (_, command, response) => {
  expect(
    refusedInvitations({ ...outboxCommand('made'), ...command }, { ...response, added: ['dan'], failed }),
  ).toMatchObject({
    endpoint: inviteToTrip,
    params: { tripId: 'trip' },
    body: { userIds: ['ben', 'cat'] },
    lane: 'trip',
    by: 'ann',
    refusal: { message: 'User not found' },
  })
  expect(
    refusedInvitations({ ...outboxCommand('made'), ...command }, { ...response, added: ['dan'], failed: [] }),
  ).toBeNull()
})

test('Other commands leave nothing', () => {
  expect(
    refusedInvitations(
      { ...outboxCommand('made'), endpoint: changeTrip, params: { tripId: 'trip' } },
      { failed },
    ),
  ).toBeNull()
})
