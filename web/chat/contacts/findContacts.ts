// Contacts whose name or email address contains what was typed.

import { foldName } from '#core/kernel/text.ts'
import type { User } from '#core/people/contract.ts'

export function findContacts(contacts: readonly User[], typed: string): User[] {
  const sought = foldName(typed.trim())
  return contacts.filter(({ username, email }) => foldName(`${username} ${email ?? ''}`).includes(sought))
}
