// Explains a suggested payment. A plan falls into groups of accounts whose balances add up to 0: each payment within a
// group brings at least one account to 0, so a group of k accounts needs k - 1 payments.

import { POOL } from '#core/money/balances/ledger.ts'
import { balancesAfter, type Leg } from '#core/money/balances/leg.ts'
import type { SettledPerson, Settlement } from '#core/money/settlement/settlement.ts'

export interface WhyPlanned extends Pick<Settlement, 'payments' | 'poolBalance' | 'poolBalanceHandling'> {
  participants: readonly Pick<SettledPerson, 'id' | 'netBalance' | 'heldInPool'>[]
}

export interface WhyPayment {
  /** `equalPart`: the pool pays everybody the same, which no balance explains. */
  kind: 'equalPart' | 'afterEqualParts' | 'balances'
  /** Minor units; above 0 it is owed that much in total, below 0 it owes it; after the equal parts of the pool. */
  fromBalance: number
  toBalance: number
  /** Whether this payment covers all that this end owes or is owed. */
  clearsFrom: boolean
  clearsTo: boolean
  /** The people whose balances this payment settles together with other payments of the plan. */
  group: { ids: string[]; payments: number }
}

/** @param leg of the plan */
export function whyPayment(leg: Leg, plan: WhyPlanned): WhyPayment {
  const isPart = ({ from }: Leg) => from === POOL && plan.poolBalanceHandling === 'equal'
  const { parts = [], others = [] } = Object.groupBy(plan.payments, (payment) =>
    isPart(payment) ? 'parts' : 'others',
  )
  const balanceOf = balancesOf(plan, parts)
  const { ids, payments } = groupOf(leg, others)
  const [fromBalance, toBalance] = [balanceOf(leg.from), balanceOf(leg.to)]
  return {
    kind: isPart(leg) ? 'equalPart' : parts.length > 0 ? 'afterEqualParts' : 'balances',
    fromBalance,
    toBalance,
    clearsFrom: -fromBalance === leg.amount,
    clearsTo: toBalance === leg.amount,
    group: { ids, payments },
  }
}

/** The balances that the payments bring to 0: without what the pool keeps for people, and after its equal parts. */
function balancesOf(
  { participants, poolBalance }: WhyPlanned,
  equalParts: readonly Leg[],
): (id: string) => number {
  const held = participants.reduce((sum, { heldInPool }) => sum + heldInPool, 0)
  const balances = [
    { id: POOL, amount: held - poolBalance },
    ...participants.map(({ id, netBalance, heldInPool }) => ({ id, amount: netBalance - heldInPool })),
  ]
  const after = new Map(balancesAfter(balances, equalParts).map(({ id, amount }) => [id, amount]))
  return (id) => after.get(id) ?? 0
}

/** Everybody connected to this payment through payments, sorted. */
function groupOf(leg: Leg, payments: readonly Leg[]): { ids: string[]; payments: number } {
  const ids = new Set([leg.from, leg.to])
  for (let size = 0; size !== ids.size;) {
    size = ids.size
    for (const { from, to } of payments)
      if (ids.has(from) || ids.has(to)) {
        ids.add(from)
        ids.add(to)
      }
  }
  return { ids: [...ids].sort(), payments: payments.filter(({ from }) => ids.has(from)).length }
}
