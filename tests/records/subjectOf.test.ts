// What a command is about.

import { describe, expect, test } from 'vitest'
import * as itinerary from '#core/itinerary/contract.ts'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import * as money from '#core/money/contract.ts'
import * as trips from '#core/trips/contract.ts'
import { pendingCommand } from '#tests/support/pendingCommands.ts'
import { deviceOperations } from '#web/platform/replica/decidePending.ts'
import { subjectOf } from '#web/records/subjectOf.ts'

const params = {
  tripId: 't',
  itemId: 'i',
  expenseId: 'e',
  transactionId: 'c',
  paymentId: 'p',
  importId: 'm',
  guestId: 'g',
  userId: 'u',
}
const subject = (endpoint: Endpoint) =>
  subjectOf(pendingCommand(endpoint, { id: 'made', params, body: { userId: 'v' } }))

describe('what a command is about', () => {
  test.each<[string, string, string, Endpoint]>([
    ['activity', 'made', 'add', itinerary.addItem],
    ['activity', 'i', 'change', itinerary.changeItem],
    ['activity', 'i', 'remove', itinerary.removeItem],
    ['activity', 'i', 'restore', itinerary.restoreItem],
    ['expense', 'made', 'add', money.addExpense],
    ['expense', 'made', 'add', money.addExpenseEnhanced],
    ['expense', 'e', 'change', money.editExpense],
    ['expense', 'e', 'remove', money.removeExpense],
    ['expense', 'e', 'restore', money.restoreExpense],
    ['contribution', 'made', 'add', money.contributeToPool],
    ['contribution', 'c', 'remove', money.removeContribution],
    ['payment', 'made', 'add', money.makePayment],
    ['payment', 'p', 'remove', money.undoPayment],
    ['import', 'made', 'add', money.importRecords],
    ['import', 'm', 'remove', money.undoImport],
    ['guest', 'made', 'add', trips.addGuest],
    ['guest', 'g', 'change', trips.changeGuest],
    ['guest', 'g', 'remove', trips.removeGuest],
    ['participant', 'u', 'change', trips.changeRole],
    ['participant', 'v', 'handOver', trips.handOver],
    ['participant', 'u', 'remove', trips.removeParticipant],
    ['trip', 't', 'change', trips.changeTrip],
  ])('%s %s: %s', (kind, id, change, endpoint) => {
    expect(subject(endpoint)).toEqual({ kind, id, change })
  })

  test('Each command that a device decides is about something', () => {
    expect(deviceOperations.filter(({ endpoint }) => subject(endpoint) === null)).toEqual([])
  })
})
