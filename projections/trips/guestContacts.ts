// The read model of guests' e-mail, phone and notes, removed as soon as they are erased.

import type { GuestContact, GuestEvent } from '#core/trips/events.ts'
import { noContact } from '#core/trips/guestContact.ts'
import { projection } from '#projections/platform/projection.ts'

export const guestContacts = projection<GuestContact, GuestEvent>({
  name: 'guestContacts',
  version: 1,
  key: ({ data }) => data.guestId,
  empty: () => noContact,
  on: {
    GuestContactSet: (_, { data }) => data.contact,
    GuestContactErased: () => null,
  },
})
