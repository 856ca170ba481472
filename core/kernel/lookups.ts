// What a rule may look up beyond its own stream and the trip's. The caller of the operations provides it, so that
// features do not import each other.

import type { Refusal } from '#core/kernel/decider.ts'
import type { AttachedFile } from '#core/kernel/files.ts'
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
  /**
   * Why a person may not refer to these files in this conversation, or on this trip; null where they may: each file is there as
   * described, they uploaded it or can read it, and the trip has room.
   */
  refuseFiles(
    files: readonly AttachedFile[],
    by: string,
    place: { conversationId: string } | { tripId: string },
  ): Promise<Refusal | null>
  /** Those whose bytes are gone. */
  erasedFiles(hashes: readonly string[]): Promise<ReadonlySet<string>>
}

/** Where there are no files: on a device, where the server decides about them, and in the demo. */
export const noFiles: Pick<Lookups, 'refuseFiles' | 'erasedFiles'> = {
  refuseFiles: async () => null,
  erasedFiles: async () => new Set(),
}

export type CountedLimit = Extract<
  LimitName,
  'chatsOfTrip' | 'openInvitationsOfPerson' | 'tripsOfPerson' | 'conversationsOfPerson'
>
