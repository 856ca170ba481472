// Reduces the accounts that are too many for an exact search: first by payments that surely save others, then by
// payments that each close one account.

import { type OpenBalance, balancesAfter, type Leg, legBetween, openOf } from '#core/money/balances/leg.ts'
import { disjointZeroSums } from '#core/money/settlement/zeroSumGroups.ts'

/** Payments, and the balances that are open after them. */
export interface ReducedBalances {
  legs: Leg[]
  open: readonly OpenBalance[]
}

/** Accounts searched together for groups that cancel out; each step advances by half of them. */
const GROUPS_WINDOW = 20

/** Accounts searched together for triples that cancel out: all the people of a trip, but not a crowd. */
const TRIPLES_WINDOW = 1000

/** Pays until at most `most` of the balances (which add up to 0, none of them 0) are open. */
export function reduceBalances(balances: readonly OpenBalance[], most: number): ReducedBalances {
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
  for (let start = 0; start < balances.length; start += TRIPLES_WINDOW)
    triples.push(...triplesAmong(balances.slice(start, start + TRIPLES_WINDOW)))
  return triples
}

function triplesAmong(balances: readonly OpenBalance[]): OpenBalance[][] {
  const triples: OpenBalance[][] = []
  const free = new Set(balances)
  const byAmount = new Map(balances.map((balance) => [balance.amount, balance]))
  for (const first of balances) {
    for (const second of balances) {
      const third = byAmount.get(-first.amount - second.amount)
      if (!third || first === second || first === third || second === third) continue
      const triple = [first, second, third]
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
  for (let start = 0; start < free.length; start += GROUPS_WINDOW / 2) {
    const near = free.slice(start, start + GROUPS_WINDOW)
    const groupIndexes = disjointZeroSums(near.map(({ amount }) => amount))
    if (groupIndexes.length === 0) continue
    const cancelling = groupIndexes.map((group) => group.map((index) => near[index]!))
    groups.push(...cancelling)
    const settled = new Set(cancelling.flat())
    free.splice(start, near.length, ...near.filter((balance) => !settled.has(balance)))
  }
  return groups
}

interface IndexedBalance extends OpenBalance {
  /** Index in the list: breaks ties of equal amounts. */
  index: number
}

function payLargestFirst(balances: readonly OpenBalance[], most: number): ReducedBalances {
  const legs: Leg[] = []
  const indexed = balances.map((balance, index): IndexedBalance => ({ ...balance, index }))
  const debtors = indexed.filter(({ amount }) => amount < 0).sort(compareAmountsAscending)
  const creditors = indexed.filter(({ amount }) => amount > 0).sort(compareAmountsAscending)
  while (debtors.length + creditors.length > most) {
    const [debtor, creditor] = [debtors.pop()!, creditors.pop()!]
    const leg = legBetween(debtor, creditor)
    legs.push(leg)
    putBack(debtors, { ...debtor, amount: debtor.amount + leg.amount })
    putBack(creditors, { ...creditor, amount: creditor.amount - leg.amount })
  }
  const open = [...debtors, ...creditors].sort((a, b) => a.index - b.index)
  return { legs, open: open.map(({ id, amount }) => ({ id, amount })) }
}

/** By absolute amount; of equal ones, the later in the list first. */
const compareAmountsAscending = (a: IndexedBalance, b: IndexedBalance): number =>
  Math.abs(a.amount) - Math.abs(b.amount) || b.index - a.index

/** Inserts a balance in order; drops one of 0. */
function putBack(sorted: IndexedBalance[], balance: IndexedBalance): void {
  if (balance.amount === 0) return
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (compareAmountsAscending(sorted[middle]!, balance) < 0) from = middle + 1
    else to = middle
  }
  sorted.splice(from, 0, balance)
}
