// The refusals that all features make; `refusalResponse.ts` has their texts.

import { type Decision, refuse, type Refusal } from '#core/kernel/decider.ts'

export const notFound = (message?: string): Refusal => refuse('NotFound', message ? { message } : {})
/** For what reaches beyond the trips of an account without a password. */
export const refuseProvisional = ({ isProvisional }: { isProvisional?: true }): Refusal | null =>
  isProvisional ? refuse('AddAPasswordFirst') : null
export const accessDenied = (): Refusal => refuse('AccessDenied')

/** 400 with a text for each field; the first is the message. */
export function invalid(fields: Record<string, string>): Refusal {
  const first = Object.values(fields)[0]
  return refuse('Invalid', { fields, ...(first === undefined ? {} : { message: first }) })
}

/** Compares `If-Match` with the revision of the item's own last change; null when they match. */
export function refuseIfStale(ifMatch: number | undefined, revision: number): Refusal | null {
  return ifMatch === undefined || ifMatch === revision ? null : refuse('Stale', { revision })
}

interface Ids {
  has(id: string): boolean
}

/**
 * For an addition: the id derives from the command's key, so an item of this id is its own, though the stream no longer
 * remembers the key (docs/decisions.md §3). It is not added twice, and one that was removed does not come back.
 * @returns no events for an id that is present, KeyReused for a removed one, null for a new id
 */
export function decideExistingId({ id }: { id: string }, present: Ids, removed: Ids): Decision<never> | null {
  if (present.has(id)) return []
  return removed.has(id) ? refuse('KeyReused') : null
}
