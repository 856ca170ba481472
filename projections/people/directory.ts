// Everybody on the instance, sorted by name, in one document: a list and a search read it whole.

import { foldName } from '#core/kernel/text.ts'
import type { AccountFact } from '#core/people/events.ts'
import { idIn, view } from '#projections/platform/view.ts'

export interface Listed {
  id: string
  username: string
  email: string | null
  isAdmin: boolean
  disabled: boolean
  /** Folded user name: sorted by, searched in. */
  name: string
}

export interface Directory {
  people: readonly Listed[]
}

/** The key of the only document. */
export const EVERYBODY = 'everybody'

export const directory = view<Directory, AccountFact>({
  name: 'directory',
  version: 1,
  key: () => EVERYBODY,
  empty: () => ({ people: [] }),
  on: {
    UserRegistered({ people }, { data: { userId: id, ...rest } }) {
      const listed = { id, ...rest, disabled: false, name: foldName(rest.username) }
      return { people: people.toSpliced(placeOf(people, listed), 0, listed) }
    },
    UserDisabled: (doc, { stream }) => withDisabled(doc, idIn(stream), true),
    UserEnabled: (doc, { stream }) => withDisabled(doc, idIn(stream), false),
  },
})

/** People in use, by name. */
export function active({ people }: Directory): Listed[] {
  return people.filter(({ disabled }) => !disabled)
}

/** The text is somewhere in the name or the e-mail; a whole name comes first, the rest is sorted by name. */
export function search(people: readonly Listed[], text: string, limit: number): Listed[] {
  const wanted = foldName(text)
  const whole = people.filter(({ name }) => name === wanted)
  const others = people.filter(
    ({ name, email }) =>
      name !== wanted && (name.includes(wanted) || (email !== null && foldName(email).includes(wanted))),
  )
  return [...whole, ...others].slice(0, limit)
}

function withDisabled({ people }: Directory, id: string, disabled: boolean): Directory {
  return { people: people.map((one) => (one.id === id ? { ...one, disabled } : one)) }
}

/** By halving: a thousand people are put in their place in ten looks. */
function placeOf(people: readonly Listed[], { name, id }: Listed): number {
  let from = 0
  let to = people.length
  while (from < to) {
    const middle = (from + to) >> 1
    const other = people[middle]!
    if (other.name < name || (other.name === name && other.id < id)) from = middle + 1
    else to = middle
  }
  return from
}
