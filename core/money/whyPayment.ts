// Why a payment is suggested. A plan falls into groups of accounts whose balances add up to nothing: inside a group
// each payment brings at least one account to zero, so a group of so many needs one payment fewer.

import { POOL } from '#core/money/ledger.ts'
import type { Leg } from '#core/money/leg.ts'
import type { SettledPerson, Settlement } from '#core/money/settlement.ts'

export interface WhyPlanned extends Pick<Settlement, 'payments' | 'poolBalance' | 'poolBalanceHandling'> {
  participants: readonly Pick<SettledPerson, 'id' | 'netBalance' | 'heldInPool'>[]
}

export interface WhyPayment {
  /** `equalPart`: the pool hands out the same to everybody, which no balance explains. */
  kind: 'equalPart' | 'balances'
  /** Minor units; above 0 it is owed that much in all, below 0 it owes it. */
  fromBalance: number
  toBalance: number
  /** Whether all that this end owes, or is owed, goes with this payment. */
  clearsFrom: boolean
  clearsTo: boolean
  /** Everybody whose balances this one settles together with the plan's other payments among them. */
  group: { ids: string[]; payments: number }
}

/** @param leg one of the plan's */
export function whyPayment(leg: Leg, plan: WhyPlanned): WhyPayment {
  const balanceOf = balancesOf(plan)
  const { ids, payments } = groupOf(leg, plan.payments)
  const [fromBalance, toBalance] = [balanceOf(leg.from), balanceOf(leg.to)]
  return {
    kind: leg.from === POOL && plan.poolBalanceHandling === 'equal' ? 'equalPart' : 'balances',
    fromBalance,
    toBalance,
    clearsFrom: -fromBalance === leg.amount,
    clearsTo: toBalance === leg.amount,
    group: { ids, payments },
  }
}

/** What the plan's payments bring to zero: what the pool keeps for somebody is no part of it. */
function balancesOf({ participants, poolBalance }: WhyPlanned): (id: string) => number {
  const held = participants.reduce((sum, { heldInPool }) => sum + heldInPool, 0)
  const balances = new Map(
    participants.map(({ id, netBalance, heldInPool }) => [id, netBalance - heldInPool]),
  )
  balances.set(POOL, held - poolBalance)
  return (id) => balances.get(id) ?? 0
}

/** Everybody who is reached from this payment by payments, sorted. */
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
