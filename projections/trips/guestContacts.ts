// E-mail, phone and notes of each guest, gone as soon as they are erased.

import type { GuestContact, GuestFact } from '#core/trips/events.ts'
import { noContact } from '#core/trips/guestContact.ts'
import { view } from '#projections/platform/view.ts'

export const guestContacts = view<GuestContact, GuestFact>({
  name: 'guestContacts',
  version: 1,
  key: ({ data }) => data.guestId,
  empty: () => noContact,
  on: {
    GuestContactSet: (_, { data }) => data.contact,
    GuestContactErased: () => null,
  },
})
