// The read model of all accounts, sorted by name in one document: lists and searches read it whole.

import { foldName } from '#core/kernel/text.ts'
import type { AccountEvent } from '#core/people/events.ts'
import { idIn, projection } from '#projections/platform/projection.ts'

export interface DirectoryEntry {
  id: string
  username: string
  email: string | null
  isAdmin: boolean
  disabled: boolean
  /** Folded username, for sorting and searching. */
  name: string
}

export interface Directory {
  people: readonly DirectoryEntry[]
}

/** The key of the only document. */
export const EVERYBODY = 'everybody'

export const directory = projection<Directory, AccountEvent>({
  name: 'directory',
  version: 1,
  key: () => EVERYBODY,
  empty: () => ({ people: [] }),
  on: {
    UserRegistered({ people }, { data: { userId: id, ...rest } }) {
      const entry = { id, ...rest, disabled: false, name: foldName(rest.username) }
      return { people: people.toSpliced(indexFor(people, entry), 0, entry) }
    },
    UserDisabled: (doc, { stream }) => withDisabled(doc, idIn(stream), true),
    UserEnabled: (doc, { stream }) => withDisabled(doc, idIn(stream), false),
    RegistrationAbandoned: 'ignored',
  },
})

/** Accounts in use, by name. */
export function activePeople({ people }: Directory): DirectoryEntry[] {
  return people.filter(({ disabled }) => !disabled)
}

/** Matches the text anywhere in the name or e-mail; an exact name comes first, the rest is sorted by name. */
export function searchPeople(
  people: readonly DirectoryEntry[],
  text: string,
  limit: number,
): DirectoryEntry[] {
  const wanted = foldName(text)
  const exact = people.filter(({ name }) => name === wanted)
  const others = people.filter(
    ({ name, email }) =>
      name !== wanted && (name.includes(wanted) || (email !== null && foldName(email).includes(wanted))),
  )
  return [...exact, ...others].slice(0, limit)
}

function withDisabled({ people }: Directory, id: string, disabled: boolean): Directory {
  return { people: people.map((person) => (person.id === id ? { ...person, disabled } : person)) }
}

/** Binary search: ten comparisons for a thousand people. */
function indexFor(people: readonly DirectoryEntry[], { name, id }: DirectoryEntry): number {
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
