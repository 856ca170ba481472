// The recorded payments with the commands that are about them.

import { describe, expect, test } from 'vitest'
import { makePayment, undoPayment } from '#core/money/contract.ts'
import { namesOf } from '#core/money/roster.ts'
import { paymentRecords } from '#projections/replica/moneyRecords.ts'
import { trip } from '#tests/money/deciderFixture.ts'
import { payment as recordOf, user } from '#tests/money/records.ts'
import { pendingCommand } from '#tests/support/pendingCommands.ts'
import {
  isUnrecorded,
  paymentList,
  type RecordedPayment,
  recordedPayments,
} from '#web/money/settlement/payments/paymentList.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { showRecords } from '#web/records/shownRecords.ts'

const payment = (id: string, revision: number): RecordedPayment => ({
  id,
  from: { id: 'ben', type: 'user', name: 'ben' },
  to: { id: 'ann', type: 'user', name: 'ann' },
  amount: 500,
  currency: 'HKD',
  note: null,
  recordedBy: 'ben',
  recorder: 'ben',
  createdAt: '2026-05-02T09:00:00.000Z',
  canUndo: true,
  revision,
})
const undo = (paymentId: string) => pendingCommand(undoPayment, { key: 'undo', params: { paymentId } })
const [a, b, c] = ['a', 'b', 'c'].map(payment) as [RecordedPayment, RecordedPayment, RecordedPayment]
const shown = (
  recorded: RecordedPayment[],
  confirmed: RecordedPayment[],
  ...commands: readonly PendingCommand[]
) =>
  showRecords(paymentList(namesOf(trip), 'HKD'), recorded, confirmed, commands, {
    id: 'ben',
    username: 'ben',
  }).rows
const recordsOf = (rows: ReturnType<typeof shown>) => rows.map(({ record }) => record)

describe('recorded payments', () => {
  test('A payment that was brought back stands at its own time again, and the newest is first', () => {
    const made = ['old', 'new', 'imported 1', 'imported 2']
    const record = (id: string, hour: number) => ({
      ...recordOf(id, user('ben'), user('ann'), 500),
      recordedBy: 'ben',
      createdAt: `2026-05-02T0${hour}:00:00.000Z`,
      revision: hour,
    })
    const [old, recent, first, second] = made.map((id, at) => record(id, Math.min(at + 1, 3)))
    const documents = { trip, payments: [[recent!, first!, second!], [old!]] }
    const newestFirst = ['imported 2', 'imported 1', 'new', 'old']
    expect(paymentRecords(documents).map(({ id }) => id)).toEqual(newestFirst)
    expect(recordedPayments(documents, 'ann').map(({ id }) => id)).toEqual(newestFirst)
  })

  test('A payment that is being undone keeps its place, and a new one comes first', () => {
    expect(recordsOf(shown([c, a], [b, a], undo('b')))).toEqual([c, b, a])
  })

  test('A payment that somebody else undid is gone', () => {
    expect(recordsOf(shown([a], [a], undo('b')))).toEqual([a])
  })

  test('A pending payment is missing among them only if a rule refuses it', () => {
    const made = ['a', 'b', 'c'].map((id) =>
      pendingCommand(makePayment, { id, key: id, body: { from: b.from, to: b.to, amount: 5 } }),
    )
    const rows = shown([a], [], ...made, undo('b'))
    expect(recordsOf(rows.filter(isUnrecorded)).map(({ id }) => id)).toEqual(['c'])
  })
})
