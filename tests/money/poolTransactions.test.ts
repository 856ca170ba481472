// The transactions of the pool with the commands that are about them, and their totals.

import { describe, expect, test } from 'vitest'
import { contributeToPool, removeContribution } from '#core/money/contract.ts'
import {
  added,
  contributed,
  contribution,
  expense,
  ledgerOf,
  party,
  paid,
  payment,
  user,
} from '#tests/money/records.ts'
import type { PoolRecord } from '#projections/replica/moneyRecords.ts'
import { pendingCommand } from '#tests/support/pendingCommands.ts'
import { trip } from '#tests/money/deciderFixture.ts'
import {
  keepersIn,
  keepersText,
  poolTotals,
  removableIn,
  transactionList,
} from '#web/money/pool/poolTransactions.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { showRecords } from '#web/records/shownRecords.ts'

const me = { id: 'ann', username: 'ann' }
const transaction = (id: string, createdAt = '2026-05-02T09:00:00.000Z'): PoolRecord => ({
  ...contribution(id, user('ben'), 500),
  recordedBy: 'ann',
  createdAt,
})
const shown = (transactions: PoolRecord[], confirmed: PoolRecord[], pending: PendingCommand) =>
  showRecords(transactionList('HKD'), transactions, confirmed, [pending], me)

describe('the transactions of the pool', () => {
  const body = { amount: 12, participant: { id: 'ben', type: 'user' }, keptBy: { id: 'ann', type: 'user' } }
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
      record: { amount: 1200, contributor: { id: 'ben' }, keptBy: { id: 'ann' } },
      commands: [{ error: 'No' }],
    })
    expect(before?.commands).toEqual([])
    expect(removableIn(entered!, trip, 'ann')).toBeNull()
    expect(removableIn(before!, trip, 'ann')).toBe(before?.record)
  })

  test('A deposit that is being removed stays in its place, with a mark', () => {
    const removal = pendingCommand(removeContribution, { params: { transactionId: 'b' } })
    const [a, b, c] = ['11', '10', '09'].map((hour, at) =>
      transaction('abc'[at]!, `2026-05-02T${hour}:00:00.000Z`),
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

describe('who keeps the money of the pool', () => {
  test('Everybody who keeps a deposit is named once, who kept the newest first', () => {
    const kept = (id: string, ...keptBy: string[]): PoolRecord => ({
      ...transaction(id),
      ...(keptBy[0] && { keptBy: user(keptBy[0]) }),
    })
    const records = [kept('d'), kept('c', 'ben'), kept('b', 'ann'), kept('a', 'ben')]
    expect(keepersIn(records)).toEqual([user('ben'), user('ann')])
    expect(keepersIn([kept('a')])).toEqual([])
  })

  test('Two are named, more are counted', () => {
    expect([['alice'], ['alice', 'bob'], ['alice', 'bob', 'carol']].map(keepersText)).toEqual([
      'alice',
      'alice and bob',
      '3 people',
    ])
  })
})

describe('the totals of the pool', () => {
  test('Payments have a line of their own, so that the lines add up to the balance', () => {
    const ledger = ledgerOf([
      contributed(contribution('a', user('ben'), 8010)),
      added(expense('b', party('pool'), 3030, [user('ben')])),
      paid(payment('c', party('pool'), user('ben'), 1000)),
    ])
    expect(poolTotals(ledger)).toEqual({
      contributions: 8010,
      expenses: 3030,
      settlementPayments: -1000,
      balance: 3980,
    })
  })
})
