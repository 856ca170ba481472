// The search for a contact: part of the name or of the email address, in any case.

import { foldName } from '#core/kernel/text.ts'
import type { User } from '#core/people/contract.ts'

export function isFoundBy({ username, email }: User, typed: string): boolean {
  const query = foldName(typed.trim())
  return query === '' || foldName(username).includes(query) || foldName(email ?? '').includes(query)
}
