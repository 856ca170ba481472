// The read model of all accounts, sorted by name in one document: lists and searches read it whole.

import { foldName } from '#core/kernel/text.ts'
import { searchable, wordMatcher } from '#core/kernel/textSearch.ts'
import type { AuthUser } from '#core/kernel/personName.ts'
import type { AccountEvent } from '#core/people/events.ts'
import { idIn, projection } from '#projections/platform/projection.ts'

export interface DirectoryEntry extends AuthUser {
  disabled: boolean
  /** The username as foldName returns it, for sorting and for a search of the exact name. */
  foldedName: string
}

export interface Directory {
  people: readonly DirectoryEntry[]
}

/** The key of the only document. */
export const DIRECTORY_KEY = 'everybody'

export const directory = projection<Directory, AccountEvent>({
  name: 'directory',
  version: 3,
  key: () => DIRECTORY_KEY,
  commutes: true,
  empty: () => ({ people: [] }),
  on: {
    UserRegistered({ people }, { data: { userId: id, ...rest } }) {
      const entry = { id, ...rest, disabled: false, foldedName: foldName(rest.username) }
      return { people: people.toSpliced(indexFor(people, entry), 0, entry) }
    },
    AccountKept({ people }, { stream, data: { username } }) {
      const kept = people.find(({ id }) => id === idIn(stream))
      if (!kept) return { people }
      const { isProvisional: _, ...rest } = kept
      const entry = { ...rest, username, foldedName: foldName(username) }
      const others = people.filter((person) => person !== kept)
      return { people: others.toSpliced(indexFor(others, entry), 0, entry) }
    },
    UserDisabled: (doc, { stream }) => withDisabled(doc, idIn(stream), true),
    UserEnabled: (doc, { stream }) => withDisabled(doc, idIn(stream), false),
    RegistrationAbandoned: 'ignored',
  },
})

/** The accounts that are not disabled, sorted by name. */
export function activePeople({ people }: Directory): DirectoryEntry[] {
  return people.filter(({ disabled }) => !disabled)
}

/** Finds the words of the text in names and e-mail addresses. An exact name comes first, the rest is sorted by name. */
export function searchPeople(
  people: readonly DirectoryEntry[],
  text: string,
  limit: number,
): DirectoryEntry[] {
  const foldedText = foldName(text)
  const hasWords = wordMatcher(text)
  const exact = people.filter(({ foldedName }) => foldedName === foldedText)
  const others = people.filter(
    ({ username, displayName = '', email, foldedName }) =>
      foldedName !== foldedText && (!hasWords || hasWords(searchable([username, displayName, email ?? '']))),
  )
  return [...exact, ...others].slice(0, limit)
}

function withDisabled({ people }: Directory, id: string, disabled: boolean): Directory {
  return { people: people.map((person) => (person.id === id ? { ...person, disabled } : person)) }
}

/** Binary search: ten comparisons for a thousand people. */
function indexFor(people: readonly DirectoryEntry[], { foldedName, id }: DirectoryEntry): number {
  let from = 0
  let to = people.length
  while (from < to) {
    const middle = (from + to) >> 1
    const other = people[middle]!
    const isBefore = other.foldedName < foldedName || (other.foldedName === foldedName && other.id < id)
    if (isBefore) from = middle + 1
    else to = middle
  }
  return from
}
