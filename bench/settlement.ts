// Measures the settlement: compared with a bare search over the same subsets, and in milliseconds for a large trip from
// the figures in the balances read model.

import { type Expense, type Party, sharedEqually } from '#core/money/events.ts'
import { applyEvent, emptyLedger, type Ledger } from '#core/money/balances/ledger.ts'
import { settle } from '#core/money/settlement/settlement.ts'
import { type Row, atMost, median } from './figures.ts'

const RUNS = 15

export async function bench(): Promise<Row[]> {
  const random = everybodyUnsettled((i) => 100 + ((i * 7_368_787) % 999_983))
  // Here no two balances cancel out either, but thousands of groups do, so there are many plans to choose from.
  const round = everybodyUnsettled((i) => (i === 19 ? 4000 : 100 * (i % 2 === 0 ? 2 * i + 1 : 2 * i)))
  const large = largeTrip()
  return [
    atMost(2, '', 'settlement of 20 people and the pool ÷ bare subset search', ratioToBare(random)),
    atMost(2, '', 'the same with round amounts ÷ bare subset search', ratioToBare(round)),
    atMost(
      5,
      'ms',
      'settlement of 50 people with 5,000 expenses',
      medianMs(() => settleAll(large)),
    ),
  ]
}

function ratioToBare(ledger: Ledger): number {
  const balances = settleAll(ledger).participants.map(({ netBalance }) => netBalance)
  const accounts = [...balances, -ledger.poolBalance]
  if (accounts.length !== 21 || accounts.includes(0))
    throw new Error('Everybody and the pool must be unsettled')
  if (accounts.some((amount) => accounts.includes(-amount))) throw new Error('No two may cancel out')
  const bare = 21 - mostGroups(accounts)
  const { payments } = settleAll(ledger)
  if (payments.length !== bare) throw new Error(`${payments.length} payments, the bare search says ${bare}`)
  return medianMs(() => settleAll(ledger)) / medianMs(() => mostGroups(accounts))
}

function settleAll(ledger: Ledger) {
  return settle({ ledger, people: [], mode: 'distributed', currency: 'HKD' })
}

/** The bare search: the largest number of groups of sum 0, over all subsets. */
function mostGroups(amounts: readonly number[]): number {
  const subsets = 1 << amounts.length
  const sums = new Float64Array(subsets)
  const groups = new Uint8Array(subsets)
  for (let subset = 1; subset < subsets; subset++) {
    const lowest = subset & -subset
    sums[subset] = sums[subset ^ lowest]! + amounts[31 - Math.clz32(lowest)]!
    let most = 0
    for (let bits = subset; bits !== 0; bits &= bits - 1) {
      const without = groups[subset ^ (bits & -bits)]!
      if (without > most) most = without
    }
    groups[subset] = most + (sums[subset] === 0 ? 1 : 0)
  }
  return groups[subsets - 1]!
}

/** Twenty people, each with a deposit, and every second one with a share of an expense that the pool paid. */
function everybodyUnsettled(amountOf: (i: number) => number): Ledger {
  let ledger = emptyLedger
  for (let i = 0; i < 20; i++) {
    const amount = amountOf(i)
    if (i % 2 === 0) {
      const contribution = {
        id: `deposit-${i}`,
        amount,
        currency: 'HKD' as const,
        description: 'Pool contribution',
        contributor: person(i),
      }
      ledger = applyEvent(ledger, { type: 'ContributionMade', data: { contribution } })
    } else {
      const expense = expenseOf(`expense-${i}`, amount, { type: 'pool' }, [i])
      ledger = applyEvent(ledger, { type: 'ExpenseAdded', data: { expense } })
    }
  }
  return ledger
}

function largeTrip(): Ledger {
  let ledger = emptyLedger
  for (let i = 0; i < 5000; i++) {
    const sharers = Array.from({ length: 50 }, (_, j) => j).filter((j) => (i * 31 + j * 17) % 13 < 5)
    const payer = i % 10 === 0 ? ({ type: 'pool' } as const) : person((i * i + 3 * i) % 50)
    const expense = expenseOf(`expense-${i}`, 1 + ((i * 7919) % 99_991), payer, sharers)
    ledger = applyEvent(ledger, { type: 'ExpenseAdded', data: { expense } })
  }
  return ledger
}

function person(i: number) {
  return { type: 'user' as const, id: `person-${String(i).padStart(2, '0')}` }
}

function expenseOf(id: string, amount: number, payer: Party, sharers: number[]): Expense {
  return sharedEqually({
    id,
    description: 'Dinner',
    amount,
    currency: 'HKD',
    category: 'food',
    payer,
    sharedBy: sharers.map(person),
    expenseDate: '2026-05-02',
    receiptUrl: null,
    notes: null,
    original: null,
  })
}

function medianMs(run: () => unknown): number {
  const times: number[] = []
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now()
    run()
    times.push(performance.now() - start)
  }
  return median(times)
}
