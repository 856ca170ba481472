// Guests: people without an account. Their contact details are written first, so a fact never names a guest whose
// details are missing; a repeat after a crash in between completes it.

import type { Handle } from '#core/store/handle.ts'
import type { Request } from '#core/store/operate.ts'
import { digestOf } from '#core/kernel/ids.ts'
import type { Reader } from '#core/store/reader.ts'
import { editors, organizerOnly, relationOf } from '#core/trips/access.ts'
import { ChangeGuestBody, GuestBody } from '#core/trips/bodies.ts'
import * as contract from '#core/trips/contract.ts'
import type { GuestContact, InviteeRole, TripFact } from '#core/trips/events.ts'
import type { GuestContactState } from '#core/trips/guestContact.ts'
import { guestKind, noContact } from '#core/trips/guestContact.ts'
import type { TripOperation } from '#core/trips/operations.ts'
import { mayReadTrip, me, onTrip, there } from '#core/trips/operations.ts'
import { presentGuest } from '#core/trips/present.ts'
import type { TripState } from '#core/trips/trip.ts'

type Changes = Partial<{ [K in keyof GuestContact]: GuestContact[K] | undefined }>

/** A hash of a phone number in the log would outlive the guest, and can be guessed. */
const forgettable = ['email', 'phone', 'notes']

/** The contact details as they will be once the command is done. */
interface Known {
  contact: GuestContact
}

type GuestAdded = Extract<TripFact, { type: 'GuestAdded' }>

/** No contact details but today's are kept, and the notes are for these. */
const mayRead = mayReadTrip(editors)

export const AddGuestOperation: TripOperation<
  'AddGuest',
  Known,
  { name: string; role: InviteeRole } & GuestContact
> = {
  ...onTrip(organizerOnly),
  type: 'AddGuest',
  call: contract.addGuest,
  forgettable,
  mayRead,
  known: async ({ newId }, reader) => ({ contact: await contactOf(reader, newId) }),
  body: () => GuestBody,
  command: ({ body: { name, role }, newId, ...request }) => ({
    guest: { id: newId, name, role },
    by: me({ newId, ...request }),
  }),
  prepare: async (request, known, handle) => {
    known.contact = await setContact(handle, request, request.newId, request.body)
  },
  answer: ({ by }, known, own, [added]) => ({
    guestParticipant: told(own, (added as GuestAdded).data.guest.id, by.id, known),
  }),
}

export const ChangeGuestOperation: TripOperation<
  'ChangeGuest',
  Known,
  { name?: string | undefined; role?: InviteeRole | undefined } & Changes
> = {
  ...onTrip(organizerOnly),
  type: 'ChangeGuest',
  call: contract.changeGuest,
  forgettable,
  mayRead,
  known: async ({ params }, reader) => ({ contact: await contactOf(reader, params['guestId']!) }),
  body: () => ChangeGuestBody,
  command: ({ params, body: { name, role }, ifMatch }) => ({
    guestId: params['guestId']!,
    changes: { name, role },
    ifMatch,
  }),
  prepare: async (request, known, handle) => {
    known.contact = await setContact(handle, request, request.params['guestId']!, request.body)
  },
  answer: ({ params, by }, known, own) => ({ guestParticipant: told(own, params['guestId']!, by.id, known) }),
}

/** The contact details go with the guest: see api/trips/eraser.ts. */
export const RemoveGuestOperation: TripOperation<'RemoveGuest'> = {
  ...onTrip(organizerOnly),
  type: 'RemoveGuest',
  call: contract.removeGuest,
  command: ({ params, ifMatch }) => ({ guestId: params['guestId']!, ifMatch }),
  answer: () => undefined,
}

async function contactOf(reader: Reader, guestId: string): Promise<GuestContact> {
  return (await reader.state(guestKind, guestId)).contact
}

async function setContact(
  handle: Handle,
  { by, now, key, requestId }: Request,
  guestId: string,
  { email, phone, notes }: Changes,
): Promise<GuestContact> {
  const command = { type: 'SetGuestContact', guestId, changes: { email, phone, notes } } as const
  const outcome = await handle(guestKind, guestId, {
    command: command.type,
    actor: by.id,
    at: now,
    key,
    digest: digestOf('PUT', `/guests/${guestId}`, null),
    requestId,
    decide: async (state: GuestContactState) => guestKind.decide(command, state),
    answer: ({ contact }: GuestContactState) => contact,
  })
  if (outcome.refusal)
    throw new Error(`The contact of guest ${guestId} was refused: ${outcome.refusal.refused}`)
  return outcome.answer
}

function told(own: TripState, guestId: string, userId: string, { contact }: Known) {
  const trip = there(own)
  const guest = trip.guests.find(({ id }) => id === guestId)
  if (!guest) throw new Error(`Guest ${guestId} is not on the trip`)
  return presentGuest(guest, contact ?? noContact, relationOf(trip, userId) !== 'member')
}
