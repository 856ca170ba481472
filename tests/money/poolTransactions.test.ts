// The transactions of the pool with the commands that are about them, and their totals.

import { describe, expect, test } from 'vitest'
import { contributeToPool, removeContribution } from '#core/money/contract.ts'
import type { PoolTransaction } from '#core/money/responses.ts'
import { pendingCommand } from '#tests/support/pendingCommands.ts'
import { poolTotals, transactionList } from '#web/money/pool/poolTransactions.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { showRecords } from '#web/records/shownRecords.ts'

const me = { id: 'ann', username: 'ann' }
const transaction = (id: string, more: Partial<PoolTransaction> = {}): PoolTransaction => ({
  id,
  type: 'contribution',
  amount: 5,
  description: 'Pool contribution',
  userId: 'ben',
  user: { username: 'ben' },
  participant: { id: 'ben', type: 'user', name: 'ben' },
  recordedBy: me,
  createdAt: '2026-05-02T09:00:00.000Z',
  date: '2026-05-02',
  canRemove: true,
  ...more,
})
const shown = (transactions: PoolTransaction[], confirmed: PoolTransaction[], pending: PendingCommand) =>
  showRecords(
    transactionList(() => 'ben'),
    transactions,
    confirmed,
    [pending],
    me,
  )

describe('the transactions of the pool', () => {
  const body = { amount: 12, participant: { id: 'ben', type: 'user' } }
  const addition = pendingCommand(contributeToPool, { id: 'new', body })

  test('A new deposit has its command as a mark, until it is confirmed', () => {
    const added = transaction('new')
    expect(shown([added], [], addition)).toEqual([{ record: added, commands: [addition], isAbsent: false }])
    expect(shown([added], [added], addition)).toEqual([{ record: added, commands: [], isAbsent: false }])
  })

  test('A refused deposit stays as it was entered, newest first, and cannot be removed', () => {
    const refused = { ...addition, state: 'refused' as const, error: 'No' }
    const [entered, before] = shown([transaction('a')], [transaction('a')], refused)
    expect(entered).toMatchObject({
      record: { amount: 12, participant: { name: 'ben' }, canRemove: false },
      commands: [{ error: 'No' }],
    })
    expect(before?.commands).toEqual([])
  })

  test('A deposit that is being removed stays in its place, with a mark', () => {
    const removal = pendingCommand(removeContribution, { params: { transactionId: 'b' } })
    const [a, b, c] = ['11', '10', '09'].map((hour, at) =>
      transaction('abc'[at]!, { createdAt: `2026-05-02T${hour}:00:00.000Z` }),
    )
    const rows = shown([a!, c!], [a!, b!, c!], removal)
    expect(rows.map((row) => [row.record.id, row.commands.includes(removal)])).toEqual([
      ['a', false],
      ['b', true],
      ['c', false],
    ])
    expect(shown([a!, c!], [a!, c!], removal).map((row) => row.commands)).toEqual([[], []])
  })
})

describe('the totals of the pool', () => {
  test('Payments have a line of their own, so that the lines add up to the balance', () => {
    const transactions = [
      transaction('a', { amount: 80.1 }),
      transaction('b', { type: 'expense', amount: 30.3 }),
    ]
    expect(poolTotals({ transactions, balance: 39.8 }, 'HKD')).toEqual({
      contributions: 80.1,
      expenses: 30.3,
      settlementPayments: -10,
      balance: 39.8,
    })
  })
})
