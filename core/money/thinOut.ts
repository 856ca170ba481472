// Too many accounts for an exact search are thinned out first: by what surely saves payments, then by what
// closes one account with each payment.

import { type Balance, type Leg, legBetween, balancesAfter, openOf } from '#core/money/leg.ts'

/** Some payments, and what is open after them. */
export interface ThinnedOut {
  legs: Leg[]
  open: readonly Balance[]
}

/** Pays until at most `most` of the balances (which add up to 0, none of them 0) are open. */
export function thinOut(balances: readonly Balance[], most: number): ThinnedOut {
  const legs = groupsOf(balances).flatMap((group) => payLargestFirst(group, 0).legs)
  const rest = payLargestFirst(openOf(balancesAfter(balances, legs)), most)
  return { legs: [...legs, ...rest.legs], open: rest.open }
}

/** Two that cancel each other out, then three: each such group saves a payment. Nobody is in two. */
function groupsOf(balances: readonly Balance[]): Balance[][] {
  const groups: Balance[][] = []
  const free = new Set(balances)
  const take = (group: Balance[]) => {
    groups.push(group)
    for (const balance of group) free.delete(balance)
  }
  for (const one of balances) {
    const other = [...free].find(({ amount }) => amount === -one.amount)
    if (other && free.has(one)) take([one, other])
  }
  const byAmount = new Map([...free].map((balance) => [balance.amount, balance]))
  for (const one of free) {
    for (const other of free) {
      const third = byAmount.get(-one.amount - other.amount)
      if (!third || one === other || one === third || other === third) continue
      const group = [one, other, third]
      if (group.every((balance) => free.has(balance))) take(group)
    }
  }
  return groups
}

function payLargestFirst(balances: readonly Balance[], most: number): ThinnedOut {
  const legs: Leg[] = []
  let open = balances
  while (open.length > most) {
    const debtor = open.reduce((a, b) => (b.amount < a.amount ? b : a))
    const creditor = open.reduce((a, b) => (b.amount > a.amount ? b : a))
    const leg = legBetween(debtor, creditor)
    legs.push(leg)
    open = openOf(balancesAfter(open, [leg]))
  }
  return { legs, open }
}
