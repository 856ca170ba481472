// What a rule may look up beyond its own stream and the trip's. The caller of the operations provides it, so that
// features do not import each other.

import type { LimitName } from '#core/kernel/limits.ts'
import type { UserNames } from '#core/kernel/personName.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'

export interface Lookups {
  /** The accounts in use among these ids. */
  users(
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, UserNames & { id: string; email: string | null }>>
  /** The currency of the trip's money; null while there is none. */
  currencyInUse(tripId: string): Promise<CurrencyCode | null>
  /** Whether a record of the trip's money names this person. */
  hasMoney(tripId: string, personId: string): Promise<boolean>
  /**
   * How many of something each of the ids has, as far as the read models know: for limits without a stream to count in.
   * Commands under way at the same moment are not counted (docs/decisions/0040).
   */
  counts(what: CountedLimit, ids: readonly string[]): Promise<ReadonlyMap<string, number>>
}

export type CountedLimit = Extract<
  LimitName,
  'chatsOfTrip' | 'openInvitationsOfPerson' | 'tripsOfPerson' | 'conversationsOfPerson'
>
