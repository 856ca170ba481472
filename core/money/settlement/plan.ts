// Plans the suggested payments, by mode, and keeps a plan stable while people follow it.

import { allocate } from '#core/kernel/money.ts'
import { fewestPayments, type Plan } from '#core/money/settlement/fewestPayments.ts'
import { netBalance } from '#core/money/balances/figures.ts'
import { figuresOf, type Ledger, type PaymentTotals, POOL } from '#core/money/balances/ledger.ts'
import { type OpenBalance, type Leg, balancesAfter } from '#core/money/balances/leg.ts'
import type { PoolMode } from '#core/money/responses.ts'

export interface PlanInput {
  ledger: Ledger
  mode: PoolMode
  /** Everybody with an account in the ledger or on the trip. */
  ids: readonly string[]
  /** Ids of the people on the trip now, ascending: in `equal` the pool's money is shared among them. */
  presentIds: readonly string[]
}

/**
 * Plans the ledger without the payments made, then subtracts those (a part payment shrinks its leg); if a payment fits
 * no leg, plans the current balances afresh. `reserved` has the legs of `distributed`; the settlement decides which of
 * them are paid. `isFewest` refers to the current balances, and in `equal` to the payments among people, because the
 * pool's parts are prescribed.
 */
export function planFor({ ledger, mode, ids, presentIds }: PlanInput): Plan {
  const balances = [
    { id: POOL, amount: -ledger.poolBalance },
    ...ids.map((id) => ({ id, amount: netBalance(figuresOf(ledger, id)) })),
  ]
  const equalAmong = mode === 'equal' ? presentIds : []
  const payments = ledger.paymentsMade
  const reversed = payments.map(({ from, to, amount }) => ({ from: to, to: from, amount }))
  const base = freshPlan(balancesAfter(balances, reversed), equalAmong)
  const remaining = withoutPayments(base.legs, payments)
  if (remaining === null) return freshPlan(balances, equalAmong)
  if (payments.length === 0) return base
  const prescribed = base.handedOut > 0 ? remaining.filter(({ from }) => from === POOL) : []
  const fewest = fewestPayments(balancesAfter(balances, prescribed))
  const isFewest = fewest.isFewest && fewest.legs.length === remaining.length - prescribed.length
  return { legs: remaining, isFewest }
}

/** The plans of all modes; equal ones are computed once. */
export function plansFor(input: Omit<PlanInput, 'mode'>): Record<PoolMode, Plan> {
  const distributed = planFor({ ...input, mode: 'distributed' })
  const { poolBalance, paymentsMade } = input.ledger
  // Without the payments made, the pool may have held more than now.
  const poolPays = poolBalance > 0 || paymentsMade.some(({ from }) => from === POOL)
  const equal = poolPays ? planFor({ ...input, mode: 'equal' }) : distributed
  return { distributed, equal, reserved: distributed }
}

interface FreshPlan extends Plan {
  /** How many of the first legs are the pool's equal parts. */
  handedOut: number
}

function freshPlan(balances: readonly OpenBalance[], equalAmong: readonly string[]): FreshPlan {
  const parts = equalParts(balances, equalAmong)
  const { legs, isFewest } = fewestPayments(balancesAfter(balances, parts))
  return { legs: [...parts, ...legs], isFewest, handedOut: parts.length }
}

/** Ties go to the earlier id. With nobody left on the trip, the pool's money goes to those who are owed it. */
function equalParts(balances: readonly OpenBalance[], ids: readonly string[]): Leg[] {
  const poolBalance = -(balances.find(({ id }) => id === POOL)?.amount ?? 0)
  if (poolBalance <= 0 || ids.length === 0) return []
  const parts = allocate(
    poolBalance,
    ids.map(() => 1),
  )
  return ids.map((to, i) => ({ from: POOL, to, amount: parts[i]! })).filter(({ amount }) => amount > 0)
}

/** The legs less the payments made; null when a payment exceeds the leg between the same two accounts, or has none. */
function withoutPayments(legs: readonly Leg[], payments: readonly PaymentTotals[]): Leg[] | null {
  const unpaid = legs.map((leg) => ({ ...leg }))
  for (const { from, to, amount } of payments) {
    const leg = unpaid.find((candidate) => candidate.from === from && candidate.to === to)
    if (!leg || leg.amount < amount) return null
    leg.amount -= amount
  }
  return unpaid.filter(({ amount }) => amount > 0)
}
