// Who each name of a file is on the trip: a participant, a guest, or a guest who is added with the import.

import type { ParsedFile, ImportedPerson, ImportedRecord } from '#core/imports/parsedFile.ts'
import { type PersonSuggestion, suggestPerson } from '#core/imports/suggestPerson.ts'
import { POOL } from '#core/money/balances/ledger.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'

/** Chosen for a name that becomes a new guest. */
export const NEW_GUEST = 'new guest'
/** Chosen where the person at the screen is not in the file. */
export const NOBODY = 'nobody'

/** By the key of the file's person: a participant's id, `NEW_GUEST`, or '' while nobody is chosen. */
export type PersonChoices = ReadonlyMap<string, string>

export interface MatchedPerson {
  id: string
  type: 'user' | 'guest'
}

interface NamedParticipant {
  id: string
  name: string
}

export interface SuggestedChoices {
  choices: PersonChoices
  /** Why a participant was suggested, in words: 'same first name'. */
  reasons: ReadonlyMap<string, string>
}

const reasonTexts: Record<PersonSuggestion['by'], string> = {
  same: 'same name',
  initial: 'same first name and initial',
  firstName: 'same first name',
}

/** The people whom a record names; the others change nothing on the trip. */
export function peopleOfRecords({ people, records }: Pick<ParsedFile, 'people' | 'records'>) {
  const named = new Set(records.flatMap(keysIn))
  return people.filter(({ key }) => key !== POOL && named.has(key))
}

/** Everybody of the group is on a new trip; former people only where a record names them. */
export function peopleOfNewTrip({ people, records }: Pick<ParsedFile, 'people' | 'records'>) {
  const named = peopleOfRecords({ people, records })
  return people.filter((person) => person.key !== POOL && (!person.isFormer || named.includes(person)))
}

/** May include the pool. */
export const keysIn = (record: ImportedRecord): string[] =>
  record.kind === 'payment'
    ? [record.from, record.to, ...(record.stored?.keptBy === undefined ? [] : [record.stored.keptBy])]
    : [...record.payers, ...record.shares].map(({ person }) => person)

/**
 * The same participant is suggested once only: to the name that fits best.
 * @param canAddGuests whether a name that fits nobody becomes a new guest
 */
export function suggestChoices(
  people: readonly ImportedPerson[],
  roster: readonly NamedParticipant[],
  canAddGuests: boolean,
): SuggestedChoices {
  const found = people.map(({ key, name }) => ({ key, suggestion: suggestPerson(name, roster) }))
  const choices = new Map<string, string>()
  const reasons = new Map<string, string>()
  for (const by of Object.keys(reasonTexts))
    for (const { key, suggestion } of found) {
      if (suggestion?.by !== by || [...choices.values()].includes(suggestion.id)) continue
      choices.set(key, suggestion.id)
      reasons.set(key, reasonTexts[suggestion.by])
    }
  for (const { key } of people) if (!choices.has(key)) choices.set(key, canAddGuests ? NEW_GUEST : '')
  return { choices, reasons }
}

/** The people of the file who are on the trip, by their keys. */
export const matchedPeople = (choices: PersonChoices, roster: readonly MatchedPerson[]) =>
  new Map(
    [...choices].flatMap(([key, choice]) => {
      const person = roster.find(({ id }) => id === choice)
      return person ? [[key, { id: person.id, type: person.type }] as const] : []
    }),
  )

/** The people of the file who become guests. */
export const newGuestsIn = ({
  people,
  choices,
}: {
  people: readonly ImportedPerson[]
  choices: PersonChoices
}) => people.filter(({ key }) => choices.get(key) === NEW_GUEST)

/** Why the choices cannot be imported, as a sentence; null if they can. */
export function refusalOfChoices(
  people: readonly ImportedPerson[],
  choices: PersonChoices,
  roster: readonly NamedParticipant[],
): string | null {
  for (const { id, name } of roster) {
    const same = people.filter(({ key }) => choices.get(key) === id).map((person) => isolateBidi(person.name))
    if (same.length > 1)
      return `${same.join(' and ')} cannot both be ${isolateBidi(name)}. Choose somebody else for one of them.`
  }
  const open = people.find(({ key }) => !choices.get(key))
  return open ? `Choose who ${isolateBidi(open.name)} is.` : null
}
