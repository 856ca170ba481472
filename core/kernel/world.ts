// What a rule may ask about beyond its own stream and the trip's: answered by whoever runs the operations, so that
// features do not import each other.

import type { CurrencyCode } from '#core/kernel/money.ts'

export interface World {
  /** Those of the ids that are accounts in use. */
  users(
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, { id: string; username: string; email: string | null }>>
  /** The currency of the trip's first money event; null before it. */
  currencyInUse(tripId: string): Promise<CurrencyCode | null>
}
