// How an expense is split: the mode in one row, below it the same people, each with what the mode asks for.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { type NumberMode, type SplitMode, splitModes } from '#core/money/split/modes.ts'
import { hasAmounts } from '#core/money/split/split.ts'
import type { DividedEntry } from '#web/money/expenses/form/dividedEntry.ts'
import { convertedSharers, convertedSplit } from '#web/money/expenses/form/convertedSplit.ts'
import { ItemsEditor } from '#web/money/expenses/form/ItemsEditor.tsx'
import { PeopleNumbers } from '#web/money/expenses/form/PeopleNumbers.tsx'
import { restOfSplit, shareText, wholeOf } from '#web/money/expenses/form/restText.ts'
import { shownModes } from '#web/money/shownModes.ts'
import { partText, restFor, type TypedSplit } from '#web/money/expenses/form/typedSplit.ts'
import { type ChoosablePerson, noteOn } from '#web/money/tripPeople.ts'
import { currencyDigits, currencySymbol } from '#web/platform/time/format.ts'
import { ErrorText } from '#web/ui/feedback/ErrorText.tsx'
import { SegmentField } from '#web/ui/fields/SegmentField.tsx'
import { Money } from '#web/ui/Money.tsx'
import { CheckList } from '#web/ui/fields/CheckList.tsx'

interface SplitEditorProps {
  people: readonly ChoosablePerson[]
  myId: string
  selected: readonly string[]
  split: TypedSplit
  onChange: (change: { split?: TypedSplit; sharedBy?: string[]; amount?: string }) => void
  divided: DividedEntry
  /** The currency of the typed amount. */
  enteredCurrency: CurrencyCode
  error: string | undefined
}

const choices = Object.entries(shownModes).map(([value, { choice }]) => ({ value, label: choice }))

export function SplitEditor(props: SplitEditorProps) {
  const { people, selected, split, onChange, divided, enteredCurrency } = props
  const sharers = people.filter(({ id }) => selected.includes(id))
  const changeMode = (mode: SplitMode) => {
    const weights = divided.weights ?? new Map(sharers.map(({ id }) => [id, 1n]))
    const entered = divided.total?.entered ?? null
    const converted = convertedSplit(split, mode, { weights, entered, currency: enteredCurrency })
    const sharedBy = convertedSharers(split.mode, mode, weights)
    onChange({ split: converted, ...(sharedBy && { sharedBy }) })
  }
  return (
    <div className="grid gap-3">
      <SegmentField
        label="Split"
        hideLabel
        compact
        className="-mx-1.5"
        options={choices}
        value={split.mode}
        onChange={({ target }) => changeMode(target.value as SplitMode)}
      />
      <ModeEditor {...props} />
    </div>
  )
}

function ModeEditor(props: SplitEditorProps) {
  const { people, myId, selected, split, onChange, divided, enteredCurrency, error } = props
  const { mode, numbers } = split
  if (mode === 'items') return <ItemsEditor {...props} />
  if (mode === 'equal')
    return (
      <SharedByField
        {...{ people, myId, selected, error, divided }}
        onChange={(ids) => onChange({ sharedBy: ids })}
      />
    )
  const zero = currencyDigits(enteredCurrency) === 0 ? '0' : '0.00'
  const symbol = currencySymbol(enteredCurrency)
  const { unit, placeholder, label } = shownModes[mode]
  // Amounts that add up to the whole are the shares themselves.
  const areShares = splitModes[mode].whole !== undefined && hasAmounts(split)
  const setNumber = (id: string, text: string) => {
    const isNew = !selected.includes(id)
    onChange({
      split: { ...split, numbers: { ...numbers, [id]: text } },
      ...(isNew && { sharedBy: [...selected, id] }),
    })
  }
  const { total, left, open } = divided
  const withRest = (id: string) => restFor(mode, numbers, id, left, enteredCurrency)
  const rest = restOfSplit(split, divided, enteredCurrency)
  return (
    <div>
      <PeopleNumbers
        legend="Shared by"
        {...{ people, myId, selected, numbers }}
        unit={unit(symbol)}
        placeholderOf={(id) =>
          open.has(id) ? partText(mode, open.get(id)!, enteredCurrency) : placeholder(zero)
        }
        onChange={setNumber}
        onToggle={(id) => onChange(toggled(id, selected, split, mode))}
        labelOf={(name) => `${label} ${name}`}
        detailOf={(id) => (areShares ? '' : shareText(divided, id))}
        {...(rest && {
          rest: {
            ...rest,
            ...(rest.text !== null && {
              mend: {
                canTake: (id) => selected.includes(id) && withRest(id) !== null,
                take: (id) => onChange({ split: { ...split, numbers: withRest(id) ?? numbers } }),
                ...(areShares && wholeOf(total, left, enteredCurrency, (amount) => onChange({ amount }))),
              },
            }),
          },
        })}
      />
      {!rest && <ErrorText text={error} className="pt-2 pb-3" />}
    </div>
  )
}

/** A person who comes in gets one share, and nothing of what may be 0. */
function toggled(id: string, selected: readonly string[], split: TypedSplit, mode: NumberMode) {
  if (selected.includes(id)) return { sharedBy: selected.filter((other) => other !== id) }
  const text = split.numbers[id] ?? (splitModes[mode].min > 0 ? '1' : '')
  return { sharedBy: [...selected, id], split: { ...split, numbers: { ...split.numbers, [id]: text } } }
}

interface SharedByFieldProps {
  people: readonly ChoosablePerson[]
  myId: string
  selected: readonly string[]
  onChange: (ids: string[]) => void
  error: string | undefined
  divided: DividedEntry
}

/** Selects the people who share an expense equally and previews the share of each. */
function SharedByField(props: SharedByFieldProps) {
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
      framed={false}
      error={error}
    />
  )
}

const detailOf = (note: string | undefined) => (note === undefined ? {} : { detail: note })
