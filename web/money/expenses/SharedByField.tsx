// Selects the people who share an expense and previews the share of each.

import { type CurrencyCode, toMajor } from '#core/kernel/money.ts'
import { sharesOf } from '#core/money/shares.ts'
import { sharePreview } from '#web/money/expenses/splitSentence.ts'
import { type ChoosablePerson, noteOn } from '#web/money/tripPeople.ts'
import { formatMoney } from '#web/platform/format.ts'
import { CheckList } from '#web/ui/CheckList.tsx'

export interface SharedByFieldProps {
  people: readonly ChoosablePerson[]
  myId: string
  selected: readonly string[]
  onChange: (ids: string[]) => void
  error: string | undefined
  /** Minor units; null without an amount. */
  amount: number | null
  currency: CurrencyCode
  /** Id of an existing expense, whose shares are exact. */
  expenseId: string | undefined
}

export function SharedByField(props: SharedByFieldProps) {
  const { people, myId, selected, onChange, error, amount, currency, expenseId } = props
  const sharers = people.filter(({ id }) => selected.includes(id)).map(({ id }) => id)
  const isSplit = amount !== null && sharers.length > 0
  const exact = isSplit && expenseId !== undefined ? sharesOf(expenseId, amount, sharers) : null
  const shareOf = (id: string): string => {
    if (!selected.includes(id)) return 'Not sharing'
    if (!isSplit) return 'Sharing'
    const share = exact?.get(id)
    return share === undefined
      ? sharePreview(amount, sharers.length, currency)
      : formatMoney(toMajor(share, currency), currency)
  }
  return (
    <CheckList
      legend="Shared by"
      items={people.map((person) => ({
        id: person.id,
        name: person.name,
        detail: [noteOn(person, myId), shareOf(person.id)].filter(Boolean).join(' · '),
      }))}
      selected={sharers}
      onChange={onChange}
      selectAll="Select All"
      clear="Clear"
      chips={false}
      framed={false}
      error={error}
    />
  )
}
