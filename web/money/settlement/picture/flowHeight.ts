// The height of a settlement's picture. It depends on the parties only, so that it is reserved before the width is known.

import type { SettlementFlow } from '#web/money/settlement/picture/settlementFlow.ts'

/** Px, for text of the usual size. */
export function flowHeight({ payers, pool, receivers }: SettlementFlow): number {
  const rows = Math.max(payers.length + (pool ? 1 : 0), receivers.length)
  return 40 + 64 * Math.min(rows, 3) + 44 * Math.max(rows - 3, 0)
}
