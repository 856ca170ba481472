// Contacts whose name and email address have the words that were typed.

import { searchable, wordMatcher } from '#core/kernel/textSearch.ts'
import type { User } from '#core/people/contract.ts'

export function findContacts(contacts: readonly User[], typed: string): User[] {
  const hasWords = wordMatcher(typed)
  return contacts.filter(
    ({ username, displayName = '', email }) =>
      !hasWords || hasWords(searchable([username, displayName, email ?? ''])),
  )
}
