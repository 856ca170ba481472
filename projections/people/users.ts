// The read model of an account: for a contact's screen, and for names in other responses.

import type { AccountEvent } from '#core/people/events.ts'
import { idIn, projection } from '#projections/platform/projection.ts'

export interface UserDoc {
  id: string
  username: string
  email: string | null
  isAdmin: boolean
  disabled: boolean
}

export const users = projection<UserDoc, AccountEvent>({
  name: 'users',
  version: 1,
  key: ({ stream }) => idIn(stream),
  empty: (id) => ({ id, username: '', email: null, isAdmin: false, disabled: false }),
  on: {
    UserRegistered: (doc, { data: { username, email, isAdmin } }) => ({ ...doc, username, email, isAdmin }),
    UserDisabled: (doc) => ({ ...doc, disabled: true }),
    UserEnabled: (doc) => ({ ...doc, disabled: false }),
    RegistrationAbandoned: 'ignored',
  },
})
