// When the pool has paid more than was put in, somebody stands behind the hole: a figure that says whose use of
// the pool made it, not a payment.

import { allocate } from '#core/kernel/money.ts'
import { figuresOf, type Ledger, poolSettlement } from '#core/money/ledger.ts'
import type { PoolMode } from '#core/money/plan.ts'

/**
 * Person id → their part of the hole in minor units; empty when there is none. It is split among those who took
 * more out of the pool than they put in, in proportion to that; in `equal` equally among those for whom the pool
 * paid anything. Ties to the earlier id. A hole made by payments alone, with nothing bought, knows no equal part
 * and is always split in proportion.
 */
export function shortfalls(ledger: Ledger, mode: PoolMode): Map<string, number> {
  if (ledger.poolBalance >= 0) return new Map()
  const ids = Object.keys(ledger.people).sort()
  const consumers = ids.filter((id) => figuresOf(ledger, id).poolShare > 0)
  const equally = mode === 'equal' && consumers.length > 0
  const weights = ids.map((id) => {
    const figures = figuresOf(ledger, id)
    return equally ? Number(figures.poolShare > 0) : Math.max(-poolSettlement(figures), 0)
  })
  const parts = allocate(-ledger.poolBalance, weights)
  return new Map(ids.map((id, i) => [id, parts[i]!]))
}
