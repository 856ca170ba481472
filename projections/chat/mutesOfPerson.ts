// The read model of what notifies a person, by conversation.

import type { Mutes, MutesSet } from '#core/chat/mutes.ts'
import { projection } from '#projections/platform/projection.ts'

export const mutesOfPerson = projection<{ mutes: Mutes }, MutesSet>({
  name: 'mutesOfPerson',
  version: 1,
  key: ({ data }) => data.userId,
  empty: () => ({ mutes: {} }),
  on: { MutesSet: (_, { data: { mutes } }) => ({ mutes }) },
})
