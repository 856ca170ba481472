// The fewest payments that settle everything: exact for up to 21 accounts, the pool among them.
//
// Why groups: payments join accounts into groups of sum 0, a group of k needs at least k - 1 payments, and k - 1
// are enough, because paying what is smaller, the debt or the credit, closes an account each time and the last
// payment closes two. So the fewest are (accounts) - (the most groups of sum 0): T. Verhoeff, "Settling Multiple
// Debts Efficiently: An Invitation to Computing Science", Informatics in Education 3(1), 2004.
//
// Which of them: the first account pays, or is paid by, the first account that shares its group in a division
// into the most groups, as much as both can take; then the same again with what is left. Compare plans by the
// first payment that only one of them has (payments in order of their two accounts, the larger amount first):
// this is the first of all plans with the fewest payments. Therefore, whichever payment of it is made, the plan
// for what is left is the rest of it: a plan before that rest would, with the payment added, come before the
// whole. Taking pairs of opposite amounts out beforehand would cost no payment (if each sits in a group of its
// own, the rest of the two groups together has sum 0 as well), but it would cost this: a payment can leave
// somebody with the opposite of what a third person has, and the plan would change under the people following it.

import { type OpenBalance, balancesAfter, type Leg, legBetween, openOf, poolThenId } from '#core/money/leg.ts'
import { thinOut } from '#core/money/thinOut.ts'
import { firstPartner } from '#core/money/zeroSumGroups.ts'

export interface Payments {
  legs: Leg[]
  isFewest: boolean
}

const EXACT_UP_TO = 21
/** Few enough that the exact search of the remaining accounts takes no relevant time. */
const THIN_OUT_TO = 16

/**
 * The payments that bring every balance to 0, each from a debtor to a creditor. The balances add up to 0, and their
 * order does not matter. For more than 21 open balances the plan is good, but not surely the shortest.
 */
export function fewestPayments(balances: readonly OpenBalance[]): Payments {
  if (balances.reduce((sum, { amount }) => sum + amount, 0) !== 0) {
    throw new RangeError('Balances that do not add up to 0 cannot be settled')
  }
  const open = openOf(balances).sort(poolThenId)
  if (open.length <= EXACT_UP_TO) return { legs: settleExactly(open), isFewest: true }
  const thinned = thinOut(open, THIN_OUT_TO)
  return { legs: [...thinned.legs, ...settleExactly(thinned.open)], isFewest: false }
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
