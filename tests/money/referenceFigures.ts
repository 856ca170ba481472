// The figures calculated a second time, straight from the rules and the remaining records: slow, simple, and
// independent of the ledger.

import type { Contribution, Expense, MoneyEvent, Payment } from '#core/money/events.ts'
import type { RandomTrip } from '#tests/money/randomTrip.ts'

/** The records that were not removed, and everybody's figures from them in minor units. */
export function referenceFiguresOf({ events }: RandomTrip) {
  const standing = new Map<string, MoneyEvent>()
  for (const fact of events) {
    const { id } = Object.values(fact.data)[0] as { id: string }
    if (fact.type.endsWith('Removed') || fact.type.endsWith('Undone')) standing.delete(id)
    else standing.set(id, fact)
  }
  const expenses: Expense[] = []
  const contributions: Contribution[] = []
  const payments: Payment[] = []
  for (const { data } of standing.values()) {
    if ('expense' in data) expenses.push(data.expense)
    if ('contribution' in data) contributions.push(data.contribution)
    if ('payment' in data) payments.push(data.payment)
  }
  const add = <T>(list: T[], amountOf: (each: T) => number) =>
    list.reduce((sum, each) => sum + amountOf(each), 0)
  const sign = ({ kind }: Expense) => (kind === 'refund' ? -1 : 1)
  const shareIn = (expense: Expense, id: string) =>
    sign(expense) * (expense.sharedBy.find((sharer) => sharer.id === id)?.share ?? 0)
  const paidIn = (expense: Expense, id: string) =>
    expense.payers === 'pool'
      ? 0
      : sign(expense) * (expense.payers.find((payer) => payer.id === id)?.amount ?? 0)
  const isFromPool = ({ payers }: Expense) => payers === 'pool'
  const sentBy = (id: string, { from, to, amount }: Payment) =>
    ('id' in from && from.id === id ? amount : 0) - ('id' in to && to.id === id ? amount : 0)
  const withPool = payments.filter(({ from, to }) => from.type === 'pool' || to.type === 'pool')
  const fromPool = expenses.filter(isFromPool)
  const deposits = add(contributions, ({ amount }) => amount)
  const paidFromPool = add(fromPool, (each) => sign(each) * each.amount)
  const names = new Set<string>()
  for (const expense of expenses) {
    if (expense.payers !== 'pool') for (const { id } of expense.payers) names.add(id)
    for (const { id } of expense.sharedBy) if (shareIn(expense, id) !== 0) names.add(id)
  }
  for (const { contributor } of contributions) names.add(contributor.id)
  for (const { from, to } of payments) for (const end of [from, to]) if ('id' in end) names.add(end.id)
  return {
    expenses,
    contributions,
    payments,
    names,
    deposits,
    paidFromPool,
    poolBalance:
      deposits - paidFromPool + add(withPool, ({ to, amount }) => (to.type === 'pool' ? amount : -amount)),
    of: (id: string) => {
      const P = add(expenses, (each) => paidIn(each, id))
      const C = add(contributions, ({ contributor, amount }) => (contributor.id === id ? amount : 0))
      const F = add(expenses, (each) => shareIn(each, id))
      const K = add(fromPool, (each) => shareIn(each, id))
      const S = add(payments, (each) => sentBy(id, each))
      const Sp = add(withPool, (each) => sentBy(id, each))
      return {
        personalPayments: P,
        poolContributions: C,
        fairShare: F,
        netBalance: P + C - F + S,
        poolSettlement: C - K + Sp,
      }
    },
  }
}
