// Divides a person's balance into parts that add up, for its bar. Who owes sees their share of the trip and how it is
// covered; who is owed sees what they put in and their share of it.

import type { ShownFigures } from '#core/money/balances/ledger.ts'

export type BalanceFigures = Omit<ShownFigures, 'poolSettlement'>

export interface BalancePart {
  kind: 'deposited' | 'paid' | 'sent' | 'putIn' | 'share' | 'owes' | 'owed'
  amount: number
}

export interface BalanceParts {
  total: number
  /** Each above 0; the last is the open amount, if there is one. */
  parts: BalancePart[]
}

/** Null without a share, and for a person who received more than they put in: no part of the share is covered. */
export function balanceParts(figures: BalanceFigures): BalanceParts | null {
  const { personalPayments: paid, poolContributions: deposited, fairShare: share, netBalance } = figures
  const putIn = netBalance + share
  if (share <= 0 || putIn < 0) return null
  if (netBalance > 0) return partsOf(putIn, { share, owed: netBalance })
  const sent = putIn - paid - deposited
  // Payments or refunds received are taken off, so the three are no parts of the share any more.
  if (sent < 0 || paid < 0) return partsOf(share, { putIn, owes: -netBalance })
  return partsOf(share, { deposited, paid, sent, owes: -netBalance })
}

function partsOf(total: number, amounts: Partial<Record<BalancePart['kind'], number>>): BalanceParts {
  const kinds = Object.keys(amounts) as BalancePart['kind'][]
  return {
    total,
    parts: kinds.map((kind) => ({ kind, amount: amounts[kind]! })).filter(({ amount }) => amount > 0),
  }
}
