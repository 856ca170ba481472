// What a rule may ask about beyond its own stream and the trip's: answered by whoever runs the operations, so that
// features do not import each other.

import type { LimitName } from '#core/kernel/limits.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'

export interface Lookups {
  /** Those of the ids that are accounts in use. */
  users(
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, { id: string; username: string; email: string | null }>>
  /** The currency of the trip's first money event; null before it. */
  currencyInUse(tripId: string): Promise<CurrencyCode | null>
  /**
   * How many of something there are for each of the ids, as far as is shown: what has a limit and no stream of its own
   * to be counted in. What is under way at the same moment is not in it (docs/decisions/0117).
   */
  counts(what: CountedLimit, ids: readonly string[]): Promise<ReadonlyMap<string, number>>
}

export type CountedLimit = Extract<
  LimitName,
  'chatsOfTrip' | 'openInvitationsOfPerson' | 'tripsOfPerson' | 'conversationsOfPerson'
>
