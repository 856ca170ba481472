// The order of payers and receivers in which the fewest ribbons cross.

import type { FlowParty, FlowRibbon, SettlementFlow } from '#core/money/settlementFlow.ts'

/** The pool stays below the payers. Of equally good orders, the first keeps most of the given order. */
export function orderedFlow(flow: SettlementFlow): SettlementFlow {
  const { pool, ribbons } = flow
  let best = { crossings: Infinity, payers: flow.payers, receivers: flow.receivers }
  // At most 120 orders at each side: four people and the pool.
  const orders = permutations(flow.receivers)
  for (const payers of permutations(flow.payers))
    for (const receivers of orders) {
      const crossings = crossingsOf(ribbons, pool ? [...payers, pool] : payers, receivers, best.crossings)
      if (crossings < best.crossings) best = { crossings, payers, receivers }
      if (crossings === 0) return { ...flow, payers, receivers }
    }
  return { ...flow, payers: best.payers, receivers: best.receivers }
}

/** @param enough stops counting there */
export function crossingsOf(
  ribbons: readonly FlowRibbon[],
  left: readonly FlowParty[],
  right: readonly FlowParty[],
  enough = Infinity,
): number {
  const indexIn = (parties: readonly FlowParty[], id: string) => parties.findIndex((party) => party.id === id)
  const ends = ribbons.map(({ from, to }) => ({ from: indexIn(left, from), to: indexIn(right, to) }))
  let crossings = 0
  for (const [index, one] of ends.entries())
    for (const other of ends.slice(index + 1)) {
      if ((one.from - other.from) * (one.to - other.to) < 0) crossings += 1
      if (crossings >= enough) return crossings
    }
  return crossings
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((others) => [item, ...others]),
  )
}
