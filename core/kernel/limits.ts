// The product's limits in one table, those of records in the table of their kind, so that a trip at all its limits can be
// measured (`npm run bench`). Old data beyond a limit stays readable and editable; only adding one more is refused.

import { refuse, type Refusal } from '#core/kernel/decider.ts'
import { locale } from '#core/kernel/format.ts'

export interface Limit {
  max: number
  /** The refusal's message. */
  text: string
}

export const limit = (max: number, text: (most: string) => string): Limit => ({
  max,
  text: text(max.toLocaleString(locale)),
})

export const limits = {
  /** Including guests. */
  peopleOnTrip: limit(200, (most) => `A trip can have at most ${most} people, guests included`),
  /** Invitations, requests to join and guests, including past ones: each permission check folds them. */
  everAskedToTrip: limit(5000, (most) => `Over time, at most ${most} people can be added to a trip`),
  sharersOfExpense: limit(200, (most) => `At most ${most} people can share an expense`),
  /** With everybody who shares them and all items: the time that each read and change of the trip takes. */
  charactersOfExpenses: limit(
    24_000_000,
    (most) =>
      `The expenses of a trip can have at most ${most} characters in all, counting everybody who shares them and every item`,
  ),
  chatsOfTrip: limit(50, (most) => `A trip can have at most ${most} chats`),
  /** Pending invitations, and own pending requests to join. */
  openInvitationsOfPerson: limit(200, (most) => `A person can have at most ${most} open invitations`),
  tripsOfPerson: limit(1000, (most) => `A person can be on at most ${most} trips`),
  /** Direct and group conversations. */
  conversationsOfPerson: limit(5000, (most) => `A person can have at most ${most} conversations`),
} as const satisfies Record<string, Limit>

/** Limits of one server. Beyond them it responds 429, unless a line says otherwise. */
export const serverLimits = {
  /** Many people may share an address. RATE_LIMIT changes both. */
  requestsPerMinute: { person: 1200, address: 12_000 },
  /** UTF-8 bytes of responses not read yet; a single response may be longer. */
  unreadBytesOfPerson: 32_000_000,
  /** Further ones take the place of others, or are refused. A phone with its app open holds three. CONNECTIONS changes it. */
  connections: 10_000,
  /** Of all bodies being received: thousands of connections could each send half of a body and wait. Then 503. */
  bytesOfBodies: 32 * 1024 * 1024,
  accountsPerAddressAndHour: 20,
  accountsPerHour: 300,
} as const

/** How long a response waits for the read models, so that the screen reads its own write. */
export const READ_YOUR_WRITES_MS = 2000

export type LimitName = keyof typeof limits

/** @param existing number of items; @param more items to add. null when there is room, or nothing is added */
export const refuseBeyond = ({ max, text }: Limit, existing: number, more = 1): Refusal | null =>
  more > 0 && existing + more > max ? refuse('LimitReached', { message: text }) : null
