// Splits the pool's shortfall, when it has paid more than was contributed: a figure that says whose use of the pool
// caused it, not a payment.

import { allocate } from '#core/kernel/money.ts'
import { poolSettlement } from '#core/money/balances/figures.ts'
import { figuresOf, type Ledger } from '#core/money/balances/ledger.ts'
import type { PoolMode } from '#core/money/responses.ts'

/**
 * Person id → their part of the shortfall in minor units; empty when there is none. It is split among those who took
 * more out of the pool than they contributed, in proportion; in `equal`, equally among those for whom the pool paid
 * anything. Ties go to the earlier id. A shortfall caused by payments alone is always split in proportion.
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
