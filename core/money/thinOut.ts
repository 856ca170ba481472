// Reduces the accounts that are too many for an exact search: first by payments that surely save others, then by
// payments that each close one account.

import { type OpenBalance, balancesAfter, type Leg, legBetween, openOf } from '#core/money/leg.ts'
import { disjointZeroSums } from '#core/money/zeroSumGroups.ts'

/** Payments, and the balances that are open after them. */
export interface ThinnedOut {
  legs: Leg[]
  open: readonly OpenBalance[]
}

/** Accounts searched together for groups that cancel out; each step advances by half of them. */
const WINDOW = 20

/** Accounts searched together for triples that cancel out: all the people of a trip, but not a crowd. */
const STRETCH = 1000

/** Pays until at most `most` of the balances (which add up to 0, none of them 0) are open. */
export function thinOut(balances: readonly OpenBalance[], most: number): ThinnedOut {
  const legs: Leg[] = []
  let open = balances
  for (const groupsIn of [pairsIn, triplesIn, groupsNearbyIn]) {
    for (const group of groupsIn(open)) legs.push(...payLargestFirst(group, 0).legs)
    open = openOf(balancesAfter(balances, legs))
  }
  const rest = payLargestFirst(open, most)
  return { legs: [...legs, ...rest.legs], open: rest.open }
}

/** Pairs that cancel out. Nobody is in two of them. */
function pairsIn(balances: readonly OpenBalance[]): OpenBalance[][] {
  const pairs: OpenBalance[][] = []
  const waiting = new Map<number, OpenBalance[]>()
  for (const balance of balances) {
    const opposite = waiting.get(-balance.amount)?.shift()
    if (opposite) pairs.push([opposite, balance])
    else {
      const same = waiting.get(balance.amount)
      if (same) same.push(balance)
      else waiting.set(balance.amount, [balance])
    }
  }
  return pairs
}

/** Triples that cancel out. Nobody is in two of them. */
function triplesIn(balances: readonly OpenBalance[]): OpenBalance[][] {
  const triples: OpenBalance[][] = []
  for (let start = 0; start < balances.length; start += STRETCH)
    triples.push(...triplesAmong(balances.slice(start, start + STRETCH)))
  return triples
}

function triplesAmong(balances: readonly OpenBalance[]): OpenBalance[][] {
  const triples: OpenBalance[][] = []
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

/** Groups among neighbours in the list: each saves a payment, a small one most surely. */
function groupsNearbyIn(balances: readonly OpenBalance[]): OpenBalance[][] {
  const groups: OpenBalance[][] = []
  const free = [...balances]
  for (let start = 0; start < free.length; start += WINDOW / 2) {
    const near = free.slice(start, start + WINDOW)
    const found = disjointZeroSums(near.map(({ amount }) => amount))
    if (found.length === 0) continue
    const taken = found.map((group) => group.map((index) => near[index]!))
    groups.push(...taken)
    const gone = new Set(taken.flat())
    free.splice(start, near.length, ...near.filter((balance) => !gone.has(balance)))
  }
  return groups
}

interface Placed extends OpenBalance {
  /** Index in the list: breaks ties of equal amounts. */
  at: number
}

function payLargestFirst(balances: readonly OpenBalance[], most: number): ThinnedOut {
  const legs: Leg[] = []
  const placed = balances.map((balance, at): Placed => ({ ...balance, at }))
  const debtors = placed.filter(({ amount }) => amount < 0).sort(largestLast)
  const creditors = placed.filter(({ amount }) => amount > 0).sort(largestLast)
  while (debtors.length + creditors.length > most) {
    const [debtor, creditor] = [debtors.pop()!, creditors.pop()!]
    const leg = legBetween(debtor, creditor)
    legs.push(leg)
    putBack(debtors, { ...debtor, amount: debtor.amount + leg.amount })
    putBack(creditors, { ...creditor, amount: creditor.amount - leg.amount })
  }
  const open = [...debtors, ...creditors].sort((a, b) => a.at - b.at)
  return { legs, open: open.map(({ id, amount }) => ({ id, amount })) }
}

const largestLast = (a: Placed, b: Placed): number => Math.abs(a.amount) - Math.abs(b.amount) || b.at - a.at

/** Inserts a balance in order; drops one of 0. */
function putBack(sorted: Placed[], balance: Placed): void {
  if (balance.amount === 0) return
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (largestLast(sorted[middle]!, balance) < 0) from = middle + 1
    else to = middle
  }
  sorted.splice(from, 0, balance)
}
