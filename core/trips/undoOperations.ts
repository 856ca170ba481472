// The operations that undo a change of a trip's details or people, for everybody who may make the inverse change.

import type { Endpoint } from '#core/kernel/endpoint.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { undoBody, type UndoBody, changedSince, isUnchanged, type UndoOf } from '#core/kernel/undo.ts'
import type { Operation } from '#core/store/operation.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { TripDetails, TripEvent } from '#core/trips/events.ts'
import {
  actorOf,
  ChangeTripOperation,
  forTripRoles,
  loadInvitees,
  type Invitees,
} from '#core/trips/operations.ts'
import { guestClaimRefusals, tripRefusals } from '#core/trips/refusals.ts'
import type { TripState } from '#core/trips/trip.ts'
import { type PeopleChange, undoPeople, type UndoPeople } from '#core/trips/undoPeople.ts'
import { editorRoles, organizerOnly, participantRoles } from '#core/trips/visibility.ts'
import { refuse, type Decision } from '#core/kernel/decider.ts'
import { invalid, notFound } from '#core/kernel/refusals.ts'
import { movedDateErrors } from '#core/trips/dates.ts'

/**
 * @param endpoint names the change @param change the edit @param laterBy who changed the details last; null where nobody
 * did
 */
export const undoTripDetailsOperation = (
  endpoint: Endpoint,
  change: { details: TripDetails; was: TripDetails },
  laterBy: string | null,
): Operation<TripState, UndoTripDetails, TripEvent, CurrencyCode | null, UndoBody, undefined> => ({
  ...forTripRoles(editorRoles),
  streamType: { ...tripStreamType, decide: undoDetails },
  type: 'UndoTripDetails',
  endpoint,
  load: ChangeTripOperation.load,
  schema: () => undoBody,
  toCommand: ({ body: { anyway }, now }, inUse) => ({ change, anyway, laterBy, inUse, now }),
  toResponse: () => undefined,
})

/**
 * @param endpoint names the change
 * @param laterBy who changed the same person last; null where nobody did
 * @param moneySince what names the person of a claim and was recorded since then; null for nothing
 */
export const undoPeopleOperation = (
  endpoint: Endpoint,
  change: PeopleChange,
  laterBy: string | null,
  moneySince: string | null = null,
): Operation<TripState, UndoPeople, TripEvent, Invitees, UndoBody, undefined> => ({
  ...forTripRoles(organizerOnly),
  streamType: { ...tripStreamType, decide: undoPeople },
  refusals: { ...tripRefusals, ...guestClaimRefusals },
  type: 'UndoPeople',
  endpoint,
  load: (request, _, own) => loadInvitees(request, 'user' in change.data ? [change.data.user.id] : [], own),
  authorize(request, context, own) {
    const isOwnAnswer = change.type === 'InvitationAccepted' && change.data.user.id === request.by.id
    return forTripRoles(isOwnAnswer ? participantRoles : organizerOnly).authorize(request, context, own)
  },
  schema: () => undoBody,
  toCommand: (request, { failed }) => ({
    change,
    anyway: request.body.anyway,
    laterBy,
    by: actorOf(request),
    newId: request.newId,
    notInvited: failed[0]?.message ?? null,
    moneySince,
  }),
  toResponse: () => undefined,
})

interface UndoTripDetails extends UndoOf<{ details: TripDetails; was: TripDetails }> {
  type: 'UndoTripDetails'
  /** The currency of the trip's money; null when there is none. */
  inUse: CurrencyCode | null
  /** RFC 3339 UTC. */
  now: string
}

/**
 * Sets all details of a trip as they were before the edit: one event, or none where it is undone already. Refused like an edit
 * with the same values.
 */
function undoDetails(
  { change, anyway, laterBy, inUse, now }: UndoTripDetails,
  { trip }: TripState,
): Decision<TripEvent> {
  if (!trip || trip.deleted) return notFound()
  const { details } = trip
  const before = change.was
  if (!anyway && !isUnchanged(details, change.details)) return changedSince(details.title, laterBy)
  if (inUse && before.currency !== inUse) return refuse('CurrencyIsFixed')
  const errors = movedDateErrors(details, before, now)
  if (Object.keys(errors).length > 0) return invalid(errors)
  return isUnchanged(details, before)
    ? []
    : [{ type: 'TripDetailsChanged', data: { details: before, was: details } }]
}
