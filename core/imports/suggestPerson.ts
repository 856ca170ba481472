// Suggests which participant a name of a file means. A suggestion is shown and confirmed, never applied silently.

import { foldName } from '#core/kernel/text.ts'

interface NamedParticipant {
  id: string
  name: string
}

/** `same`: equal names. `initial`: Ada L. and Ada Lam. `firstName`: Ada and Ada Lam. */
export interface PersonSuggestion {
  id: string
  by: 'same' | 'initial' | 'firstName'
}

/** The only participant whom the name fits best; null when none or several do. */
export function suggestPerson(name: string, roster: readonly NamedParticipant[]): PersonSuggestion | null {
  const words = wordsOf(name)
  const ways = { same: isSame, initial: isInitial, firstName: isFirstName }
  for (const [by, fits] of Object.entries(ways)) {
    const found = roster.filter((participant) => fits(words, wordsOf(participant.name)))
    if (found.length > 0)
      return found.length === 1 ? { id: found[0]!.id, by: by as PersonSuggestion['by'] } : null
  }
  return null
}

const wordsOf = (name: string): string[] => foldName(name.slice(0, 200)).trim().split(/\s+/u)

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.join(' ') === b.join(' ') && a[0] !== ''

/** The same first name, and of one of them the first letter of the last name only. */
function isInitial(a: readonly string[], b: readonly string[]): boolean {
  if (a.length < 2 || b.length < 2 || a[0] !== b[0]) return false
  const [lastA, lastB] = [a, b].map((words) => words.at(-1)!.replace(/\.$/, ''))
  const [short, long] = lastA!.length < lastB!.length ? [lastA!, lastB!] : [lastB!, lastA!]
  return Array.from(short).length === 1 && long.startsWith(short)
}

const isFirstName = (a: readonly string[], b: readonly string[]): boolean =>
  a[0] !== '' && a[0] === b[0] && (a.length === 1) !== (b.length === 1)
