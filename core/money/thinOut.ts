// Too many accounts for an exact search are thinned out first: by what surely saves payments, then by what
// closes one account with each payment.

import { type Balance, balancesAfter, type Leg, legBetween, openOf } from '#core/money/leg.ts'
import { disjointZeroSums } from '#core/money/zeroSumGroups.ts'

/** Some payments, and what is open after them. */
export interface ThinnedOut {
  legs: Leg[]
  open: readonly Balance[]
}

/** How many accounts are searched together for groups that cancel out; each step moves on by half of them. */
const WINDOW = 20

/** Pays until at most `most` of the balances (which add up to 0, none of them 0) are open. */
export function thinOut(balances: readonly Balance[], most: number): ThinnedOut {
  const legs: Leg[] = []
  let open = balances
  for (const groupsIn of [pairsIn, triplesIn, groupsNearbyIn]) {
    for (const group of groupsIn(open)) legs.push(...payLargestFirst(group, 0).legs)
    open = openOf(balancesAfter(balances, legs))
  }
  const rest = payLargestFirst(open, most)
  return { legs: [...legs, ...rest.legs], open: rest.open }
}

/** Two that cancel each other out. Nobody is in two pairs. */
function pairsIn(balances: readonly Balance[]): Balance[][] {
  const pairs: Balance[][] = []
  const waiting = new Map<number, Balance[]>()
  for (const balance of balances) {
    const opposite = waiting.get(-balance.amount)?.shift()
    if (opposite) pairs.push([opposite, balance])
    else waiting.set(balance.amount, [...(waiting.get(balance.amount) ?? []), balance])
  }
  return pairs
}

/** Three that cancel each other out. Nobody is in two of them. */
function triplesIn(balances: readonly Balance[]): Balance[][] {
  const triples: Balance[][] = []
  const free = new Set(balances)
  const byAmount = new Map(balances.map((balance) => [balance.amount, balance]))
  for (const one of balances) {
    for (const other of balances) {
      const third = byAmount.get(-one.amount - other.amount)
      if (!third || one === other || one === third || other === third) continue
      const triple = [one, other, third]
      if (!triple.every((balance) => free.has(balance))) continue
      triples.push(triple)
      for (const balance of triple) free.delete(balance)
    }
  }
  return triples
}

/** Groups among neighbours in the list: each saves a payment, the smallest most surely. */
function groupsNearbyIn(balances: readonly Balance[]): Balance[][] {
  const groups: Balance[][] = []
  let free = balances
  for (let start = 0; start < free.length; start += WINDOW / 2) {
    const near = free.slice(start, start + WINDOW)
    const found = disjointZeroSums(near.map(({ amount }) => amount))
    const taken = found.map((group) => group.map((index) => near[index]!))
    groups.push(...taken)
    free = free.filter((balance) => !taken.some((group) => group.includes(balance)))
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
