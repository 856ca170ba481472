// Selects the people who share an expense equally and previews the share of each.

import type { DividedEntry } from '#web/money/expenses/dividedEntry.ts'
import { shareText } from '#web/money/expenses/restText.ts'
import { type ChoosablePerson, noteOn } from '#web/money/tripPeople.ts'
import { CheckList } from '#web/ui/CheckList.tsx'

export interface SharedByFieldProps {
  people: readonly ChoosablePerson[]
  myId: string
  selected: readonly string[]
  onChange: (ids: string[]) => void
  error: string | undefined
  divided: DividedEntry
}

export function SharedByField(props: SharedByFieldProps) {
  const { people, myId, selected, onChange, error, divided } = props
  const stateOf = (id: string): string =>
    selected.includes(id) ? shareText(divided, id) || 'Sharing' : 'Not sharing'
  return (
    <CheckList
      legend="Shared by"
      items={people.map((person) => ({
        id: person.id,
        name: person.name,
        detail: [noteOn(person, myId), stateOf(person.id)].filter(Boolean).join(' · '),
      }))}
      selected={people.flatMap(({ id }) => (selected.includes(id) ? id : []))}
      onChange={onChange}
      selectAll="Select All"
      clear="Clear"
      chips={false}
      framed={false}
      error={error}
    />
  )
}
