// Who each person of a file is: on a trip, each name is chosen; of a new trip, the person at the screen is one of them and
// everybody else becomes a guest.

import { useMemo, useState } from 'react'
import type { ParsedFile } from '#core/imports/parsedFile.ts'
import {
  NEW_GUEST,
  type PersonChoices,
  peopleOfNewTrip,
  peopleOfRecords,
  suggestChoices,
} from '#web/money/imports/personChoices.ts'
import type { ImportingTrip } from '#web/money/imports/newTrip.ts'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'

export interface PeopleChoices {
  people: ParsedFile['people']
  choices: PersonChoices
  /** Why a participant was suggested, while the suggestion stands. */
  reasons: ReadonlyMap<string, string>
  choosePerson: (key: string, choice: string) => void
  canAddGuests: boolean
  /** Of a new trip: the key of the person at the screen, `NOBODY`, or '' while it is not chosen. */
  me: string
  chooseMe: (key: string) => void
}

export function usePeopleChoices(
  { newTrip, userRole }: ImportingTrip,
  parsed: ParsedFile,
  roster: readonly ChoosablePerson[],
): PeopleChoices {
  const [chosen, setChosen] = useState<PersonChoices>(new Map())
  const [chosenMe, chooseMe] = useState<string | null>(null)
  const canAddGuests = userRole === 'organizer'
  const isNew = newTrip !== undefined
  const people = useMemo(() => (isNew ? peopleOfNewTrip(parsed) : peopleOfRecords(parsed)), [isNew, parsed])
  const suggested = useMemo(
    () => suggestChoices(people, roster, canAddGuests),
    [people, roster, canAddGuests],
  )
  // The person at the screen is the only one on a new trip.
  const myId = roster[0]?.id ?? ''
  const me = chosenMe ?? people.find(({ key }) => suggested.choices.get(key) === myId)?.key ?? ''
  const choiceOf = (key: string): string => {
    if (isNew) return key === me ? myId : NEW_GUEST
    return chosen.get(key) ?? suggested.choices.get(key) ?? ''
  }
  const choices = new Map(people.map(({ key }) => [key, choiceOf(key)]))
  const reasons = new Map(
    [...suggested.reasons].filter(([key]) => choices.get(key) === suggested.choices.get(key)),
  )
  return {
    ...{ people, choices, reasons, canAddGuests, me, chooseMe },
    choosePerson: (key, choice) => setChosen(new Map(chosen).set(key, choice)),
  }
}
