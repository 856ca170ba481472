// Builds the list of a trip's users and guests with their contact details, for the server and the demo.

import type { GuestParticipant, UserParticipant } from '#core/trips/responses.ts'
import { contactIdOf, type GuestContact } from '#core/trips/events.ts'
import { noContact } from '#core/trips/guestContact.ts'
import { toParticipantResponse } from '#core/trips/toResponse.ts'
import type { GuestRecord } from '#core/trips/guestRecords.ts'
import type { Trip } from '#core/trips/trip.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import { guestContacts } from '#projections/trips/guestContacts.ts'

type Docs = Pick<ReadStore, 'getMany'>

/** In the order of the trip's guests. */
export async function contactsOfGuests(docs: Docs, { guests }: Trip): Promise<GuestContact[]> {
  const contacts = await docs.getMany(guestContacts, guests.map(contactIdOf))
  return contacts.map((contact) => contact ?? noContact)
}

export async function guestsWithContacts(
  docs: Docs,
  trip: Trip,
): Promise<{ guest: GuestRecord; contact: GuestContact }[]> {
  const contacts = await contactsOfGuests(docs, trip)
  return trip.guests.map((guest, index) => ({ guest, contact: contacts[index]! }))
}

/** @param accounts those in use; other users have no e-mail */
export async function participantsResponse(
  docs: Docs,
  trip: Trip,
  accounts: ReadonlyMap<string, { email: string | null }>,
): Promise<{ users: UserParticipant[]; guests: GuestParticipant[] }> {
  const guests = (await guestsWithContacts(docs, trip)).map(({ guest, contact: { email, phone } }) => {
    const { id, name, role } = guest
    return { id, name, email, phone, role }
  })
  const users = trip.participants.map((participant) =>
    toParticipantResponse(trip, participant, accounts.get(participant.id)?.email ?? null),
  )
  return { users, guests }
}
