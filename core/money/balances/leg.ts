// A leg is one suggested payment of a plan. All planning and checking uses these functions for its effect on balances.

import { POOL } from '#core/money/balances/ledger.ts'

/** Minor units: above 0 it is owed that much, below 0 it owes it. `POOL` is the pool's id. */
export interface OpenBalance {
  readonly id: string
  readonly amount: number
}

/** Ids, or `POOL`; `amount` in minor units, above 0. */
export interface Leg {
  from: string
  to: string
  amount: number
}

/** The largest payment from debtor to creditor that overshoots neither. */
export function legBetween(a: OpenBalance, b: OpenBalance): Leg {
  const [debtor, creditor] = a.amount < 0 ? [a, b] : [b, a]
  return { from: debtor.id, to: creditor.id, amount: Math.min(-debtor.amount, creditor.amount) }
}

/** The balances after the payments, in the same order. */
export function balancesAfter(balances: readonly OpenBalance[], legs: readonly Leg[]): OpenBalance[] {
  const change = new Map<string, number>()
  for (const { from, to, amount } of legs) {
    change.set(from, (change.get(from) ?? 0) + amount)
    change.set(to, (change.get(to) ?? 0) - amount)
  }
  return balances.map(({ id, amount }) => ({ id, amount: amount + (change.get(id) ?? 0) }))
}

export function openOf(balances: readonly OpenBalance[]): OpenBalance[] {
  return balances.filter(({ amount }) => amount !== 0)
}

/** Breaks every tie: the pool first, then people by id. */
export function compareBalancesByAccount(a: OpenBalance, b: OpenBalance): number {
  if (a.id === b.id) return 0
  if (a.id === POOL || b.id === POOL) return a.id === POOL ? -1 : 1
  return a.id < b.id ? -1 : 1
}
