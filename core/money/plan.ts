// Which payments are suggested, by mode, and how a plan stays the same while people are following it.

import { allocate } from '#core/kernel/money.ts'
import { fewestPayments, type Payments } from '#core/money/fewestPayments.ts'
import { figuresOf, type Ledger, netBalance, type PaymentTotals, POOL } from '#core/money/ledger.ts'
import { type OpenBalance, type Leg, balancesAfter } from '#core/money/leg.ts'

/** What becomes of the money in the pool: paid out as people are owed, paid out equally, or kept. */
export const POOL_MODES = ['distributed', 'equal', 'reserved'] as const
export type PoolMode = (typeof POOL_MODES)[number]

export interface Planned {
  ledger: Ledger
  mode: PoolMode
  /** Everybody with an account in the ledger or on the trip. */
  ids: readonly string[]
  /** Those of them who are on the trip now, ascending: in `equal` the pool's money is theirs. */
  presentIds: readonly string[]
}

/**
 * The plan of the ledger without the payments made, less those made (a part payment shrinks its leg); if one of
 * them fits no leg, the plan is made afresh over the balances. `reserved` has the legs of `distributed`; which
 * of them are not paid is the settlement's concern. `isFewest` speaks of the balances as they stand, and in
 * `equal` of the payments among people, because what the pool hands out is prescribed.
 */
export function planFor({ ledger, mode, ids, presentIds }: Planned): Payments {
  const balances = [
    { id: POOL, amount: -ledger.poolBalance },
    ...ids.map((id) => ({ id, amount: netBalance(figuresOf(ledger, id)) })),
  ]
  const equalAmong = mode === 'equal' ? presentIds : []
  const made = ledger.paymentsMade
  const taken = made.map(({ from, to, amount }) => ({ from: to, to: from, amount }))
  const base = freshPlan(balancesAfter(balances, taken), equalAmong)
  const rest = lessMade(base.legs, made)
  if (rest === null) return freshPlan(balances, equalAmong)
  if (made.length === 0) return base
  const prescribed = base.handedOut > 0 ? rest.filter(({ from }) => from === POOL) : []
  const fewest = fewestPayments(balancesAfter(balances, prescribed))
  const isFewest = fewest.isFewest && fewest.legs.length === rest.length - prescribed.length
  return { legs: rest, isFewest }
}

/** All plans of a ledger, worked out no more often than they differ. */
export function plansFor(of: Omit<Planned, 'mode'>): Record<PoolMode, Payments> {
  const distributed = planFor({ ...of, mode: 'distributed' })
  const { poolBalance, paymentsMade } = of.ledger
  // Without the payments made the pool may have held more than it does.
  const poolPays = poolBalance > 0 || paymentsMade.some(({ from }) => from === POOL)
  const equal = poolPays ? planFor({ ...of, mode: 'equal' }) : distributed
  return { distributed, equal, reserved: distributed }
}

interface FreshPlan extends Payments {
  /** How many of the legs (the first ones) are the pool's equal parts. */
  handedOut: number
}

function freshPlan(balances: readonly OpenBalance[], equalAmong: readonly string[]): FreshPlan {
  const parts = equalParts(balances, equalAmong)
  const { legs, isFewest } = fewestPayments(balancesAfter(balances, parts))
  return { legs: [...parts, ...legs], isFewest, handedOut: parts.length }
}

/** Ties to the earlier id. With nobody left on the trip the pool's money goes to those who are owed it. */
function equalParts(balances: readonly OpenBalance[], ids: readonly string[]): Leg[] {
  const poolBalance = -(balances.find(({ id }) => id === POOL)?.amount ?? 0)
  if (poolBalance <= 0 || ids.length === 0) return []
  const parts = allocate(
    poolBalance,
    ids.map(() => 1),
  )
  return ids.map((to, i) => ({ from: POOL, to, amount: parts[i]! })).filter(({ amount }) => amount > 0)
}

/** Null if more was paid from one to another than a leg between them, or there is none. */
function lessMade(legs: readonly Leg[], made: readonly PaymentTotals[]): Leg[] | null {
  const unpaid = legs.map((leg) => ({ ...leg }))
  for (const { from, to, amount } of made) {
    const leg = unpaid.find((each) => each.from === from && each.to === to)
    if (!leg || leg.amount < amount) return null
    leg.amount -= amount
  }
  return unpaid.filter(({ amount }) => amount > 0)
}
