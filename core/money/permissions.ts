// Who may remove a contribution, undo a payment or undo an import. Names never decide it.

import type { ContributionRecord, PaymentRecord } from '#core/money/events.ts'
import { resolveContribution, resolveParty } from '#core/money/claimedGuests.ts'
import { type MoneyState, recordsOfImport } from '#core/money/state.ts'
import { relationOf } from '#core/trips/visibility.ts'
import { aliasesOf } from '#core/trips/guestClaims.ts'
import type { Trip } from '#core/trips/trip.ts'

/** The organizer, the contributor and the recorder may remove a contribution. */
export function canRemoveContribution(record: ContributionRecord, trip: Trip, userId: string): boolean {
  const { contributor, recordedBy } = resolveContribution(aliasesOf(trip), record)
  const isOwn = contributor.type === 'user' && contributor.id === userId
  return isOwn || recordedBy === userId || relationOf(trip, userId) === 'organizer'
}

/** The organizer, the recorder, the payer and the payee may undo a payment. */
export function canUndoPayment({ from, to, recordedBy }: PaymentRecord, trip: Trip, userId: string): boolean {
  const aliases = aliasesOf(trip)
  const isParty = [from, to]
    .map((end) => resolveParty(aliases, end))
    .some((end) => end.type === 'user' && end.id === userId)
  return isParty || recordedBy === userId || relationOf(trip, userId) === 'organizer'
}

/** A person may undo an import if they may remove each of its contributions and payments that still exist. */
export function canRemoveImport(importId: string, own: MoneyState, trip: Trip, userId: string): boolean {
  const { contributions = [], payments = [] } = recordsOfImport(importId, own) ?? {}
  return (
    contributions.every((record) => canRemoveContribution(record, trip, userId)) &&
    payments.every((record) => canUndoPayment(record, trip, userId))
  )
}
