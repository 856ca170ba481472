// The operations of guests, who have no account. Their contact details are written first, so an event never names a
// guest whose details are missing; a retry after a crash in between completes it.

import type { HandleCommand } from '#core/store/command.ts'
import type { OperationRequest } from '#core/store/operation.ts'
import { runCommand } from '#core/store/runCommand.ts'
import type { Refusal } from '#core/kernel/decider.ts'
import { digestOf, idFrom } from '#core/kernel/ids.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { editorRoles, organizerOnly, relationOf } from '#core/trips/visibility.ts'
import { ChangeGuestBody, GuestBody } from '#core/trips/bodies.ts'
import * as contract from '#core/trips/contract.ts'
import { contactIdOf, type GuestContact, type InviteeRole, type TripEvent } from '#core/trips/events.ts'
import {
  changedContact,
  guestStreamType,
  noContact,
  type GuestContactChanges,
  type GuestContactState,
} from '#core/trips/guestContact.ts'
import {
  type TripOperation,
  authorizeTripRead,
  actorOf,
  forTripRoles,
  plannedTrip,
} from '#core/trips/operations.ts'
import { toGuestResponse } from '#core/trips/toResponse.ts'
import type { TripState } from '#core/trips/trip.ts'

/** A hash of a phone number in the log would outlive the guest, and can be guessed. */
const erasableFields = ['email', 'phone', 'notes']

interface Context {
  contact: GuestContact
  /** This command has written them: it is a retry after a crash before its event. */
  isWritten: boolean
  contactId: string
}

type GuestAdded = Extract<TripEvent, { type: 'GuestAdded' }>

/** Only current contact details exist, and the notes are for editors. */
const authorizeRead = authorizeTripRead(editorRoles)

export const AddGuestOperation: TripOperation<
  'AddGuest',
  Context,
  { name: string; role: InviteeRole } & GuestContact
> = {
  ...forTripRoles(organizerOnly),
  type: 'AddGuest',
  endpoint: contract.addGuest,
  erasableFields,
  authorizeRead,
  load: (request, reader) => loadContact(request, reader, request.newId),
  schema: () => GuestBody,
  toCommand: (request) => ({
    guest: { id: request.newId, name: request.body.name, role: request.body.role },
    by: actorOf(request),
  }),
  prepare: (request, context, handle) => setContact(handle, request, context),
  /** No guest has these details, so no removal would erase them. */
  async undoPrepare({ by, now, key, requestId }, { isWritten, contactId: guestId }, { trip }, handleCommand) {
    if (!isWritten || trip?.guests.some(({ id }) => id === guestId)) return
    const command = { type: 'EraseGuestContact', guestId } as const
    const digest = digestOf('DELETE', `/guests/${guestId}`, null)
    const request = { actor: by.id, at: now, key: idFrom(guestId, key), digest, requestId }
    await runCommand(handleCommand, guestStreamType, guestId, command, request)
  },
  toResponse: ({ by }, context, own, [added]) => ({
    guestParticipant: guestBody(own, (added as GuestAdded).data.guest.id, by.id, context),
  }),
}

export const ChangeGuestOperation: TripOperation<
  'ChangeGuest',
  Context,
  { name?: string | undefined; role?: InviteeRole | undefined } & GuestContactChanges
> = {
  ...forTripRoles(organizerOnly),
  type: 'ChangeGuest',
  endpoint: contract.changeGuest,
  erasableFields,
  authorizeRead,
  load: (request, reader, own) => loadContact(request, reader, contactIdIn(own, request.params['guestId']!)),
  schema: () => ChangeGuestBody,
  toCommand: ({ params, body: { name, role, ...changes }, ifMatch }, { contact, isWritten }) => ({
    guestId: params['guestId']!,
    changes: { name, role },
    changesContact: isWritten || changedContact(contact, changes) !== null,
    ifMatch,
  }),
  prepare: (request, context, handle) => setContact(handle, request, context),
  toResponse: ({ params, by }, context, own) => ({
    guestParticipant: guestBody(own, params['guestId']!, by.id, context),
  }),
}

/** api/trips/eraser.ts erases the contact details. */
export const RemoveGuestOperation: TripOperation<'RemoveGuest'> = {
  ...forTripRoles(organizerOnly),
  type: 'RemoveGuest',
  endpoint: contract.removeGuest,
  toCommand: ({ params, ifMatch }) => ({ guestId: params['guestId']!, ifMatch }),
  toResponse: () => undefined,
}

const contactIdIn = ({ trip }: TripState, guestId: string): string =>
  contactIdOf(trip?.guests.find(({ id }) => id === guestId) ?? { id: guestId })

async function loadContact(
  { key }: OperationRequest,
  reader: StreamReader,
  contactId: string,
): Promise<Context> {
  const { contact, writtenBy } = await reader.state(guestStreamType, contactId)
  return { contact, isWritten: writtenBy === key, contactId }
}

/** Refuses with NotFound when the guest was removed meanwhile. */
async function setContact(
  handleCommand: HandleCommand,
  {
    by,
    now,
    key,
    requestId,
    body: { email, phone, notes },
  }: OperationRequest & { body: GuestContactChanges },
  context: Context,
): Promise<Refusal | null> {
  const { contactId: guestId } = context
  const command = { type: 'SetGuestContact', guestId, changes: { email, phone, notes } } as const
  const digest = digestOf('PUT', `/guests/${guestId}`, null)
  const request = { actor: by.id, at: now, key, digest, requestId }
  const toResponse = ({ contact }: GuestContactState) => contact
  const outcome = await runCommand(handleCommand, guestStreamType, guestId, command, request, toResponse)
  if (outcome.refusal) return outcome.refusal
  context.contact = outcome.response
  return null
}

function guestBody(own: TripState, guestId: string, userId: string, { contact }: Context) {
  const trip = plannedTrip(own)
  const guest = trip.guests.find(({ id }) => id === guestId)
  if (!guest) throw new Error(`Guest ${guestId} is not on the trip`)
  return toGuestResponse(guest, contact ?? noContact, relationOf(trip, userId) !== 'member')
}
