// Selects the people who share an expense equally and previews the share of each.

import type { DividedEntry } from '#web/money/expenses/dividedEntry.ts'
import { shareText } from '#web/money/expenses/restText.ts'
import { type ChoosablePerson, noteOn } from '#web/money/tripPeople.ts'
import { Money } from '#web/ui/Money.tsx'
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
  const stateOf = (id: string) => {
    const isSharing = selected.includes(id)
    const text = isSharing ? shareText(divided, id) || 'Sharing' : 'Not sharing'
    return <Money text={text} className={isSharing ? 'font-semibold' : 'text-secondary text-muted'} />
  }
  return (
    <CheckList
      legend="Shared by"
      items={people.map((person) => ({
        id: person.id,
        name: person.name,
        ...detailOf(noteOn(person, myId)),
        figure: stateOf(person.id),
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

const detailOf = (note: string | undefined) => (note === undefined ? {} : { detail: note })
