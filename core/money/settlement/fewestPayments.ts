// The fewest payments that settle everything: exact for up to 21 accounts, the pool among them.
//
// Why groups: payments join accounts into groups of sum 0, a group of k needs at least k - 1 payments, and k - 1
// are enough, because paying what is smaller, the debt or the credit, closes an account each time and the last
// payment closes two. So the fewest are (accounts) - (the most groups of sum 0): T. Verhoeff, "Settling Multiple
// Debts Efficiently: An Invitation to Computing Science", Informatics in Education 3(1), 2004.
//
// Which plan: the first open account is paired with the first account of the other sign that shares its group in some
// division into the most groups, and they exchange as much as both can; then the rest is planned alike. Order two plans
// by their first differing payment (payments in the order of their two accounts, the larger amount first): this is the
// first of all shortest plans. So after any payment of the plan is made, the rest of the plan is again the first
// shortest one (one before it would, with that payment, come before the whole), and suggestions do not change while
// people follow them. Opposite pairs are not removed beforehand: that costs no payment, but a payment could create such
// a pair and change the plan.

import { sumOfAmounts } from '#core/kernel/money.ts'
import {
  type OpenBalance,
  balancesAfter,
  type Leg,
  legBetween,
  openOf,
  compareBalancesByAccount,
} from '#core/money/balances/leg.ts'
import { reduceBalances } from '#core/money/settlement/reduceBalances.ts'
import { firstPartner } from '#core/money/settlement/zeroSumGroups.ts'

export interface Plan {
  legs: Leg[]
  isFewest: boolean
}

const EXACT_UP_TO = 21
/** Few enough that the exact search of the remaining accounts takes no relevant time. */
const REDUCE_TO = 16

/**
 * The payments that bring every balance to 0, each from a debtor to a creditor. The balances add up to 0, and their
 * order does not matter. For more than 21 open balances the plan is good, but not surely the shortest.
 * @throws RangeError when the balances do not add up to 0
 */
export function fewestPayments(balances: readonly OpenBalance[]): Plan {
  if (sumOfAmounts(balances) !== 0) {
    throw new RangeError('Balances that do not add up to 0 cannot be settled')
  }
  const open = openOf(balances).sort(compareBalancesByAccount)
  if (open.length <= EXACT_UP_TO) return { legs: settleExactly(open), isFewest: true }
  const reduced = reduceBalances(open, REDUCE_TO)
  return { legs: [...reduced.legs, ...settleExactly(reduced.open)], isFewest: false }
}

function settleExactly(balances: readonly OpenBalance[]): Leg[] {
  const legs: Leg[] = []
  let open = balances
  while (open.length > 0) {
    const partner = firstPartner(open.map(({ amount }) => amount))
    const leg = legBetween(open[0]!, open[partner]!)
    legs.push(leg)
    open = openOf(balancesAfter(open, [leg]))
  }
  return legs
}
