// The items of a receipt: text, amount and people of each, and how what they leave of the amount is shared.

import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { type CurrencyCode } from '#core/kernel/money.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import type { DividedEntry } from '#web/money/expenses/form/dividedEntry.ts'
import { shareText } from '#web/money/expenses/form/restText.ts'
import type { TypedItem, TypedSplit } from '#web/money/expenses/form/typedSplit.ts'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'
import { currencyDigits, currencySymbol } from '#web/platform/time/format.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { CellField } from '#web/ui/fields/CellField.tsx'
import { classes } from '#web/ui/classes.ts'
import { ErrorText } from '#web/ui/feedback/ErrorText.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { SegmentField } from '#web/ui/fields/SegmentField.tsx'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { formatMinor } from '#core/kernel/formatMinor.ts'

interface ItemsEditorProps {
  people: readonly ChoosablePerson[]
  myId: string
  split: TypedSplit
  onChange: (change: { split: TypedSplit }) => void
  divided: DividedEntry
  enteredCurrency: CurrencyCode
  error: string | undefined
}

export function ItemsEditor(props: ItemsEditorProps) {
  const { people, myId, split, onChange, divided, enteredCurrency, error } = props
  const { items } = split
  const list = useRef<HTMLOListElement>(null)
  const change = (changes: Partial<TypedSplit>) => onChange({ split: { ...split, ...changes } })
  const changeItem = (index: number, changes: Partial<TypedItem>) =>
    change({ items: items.with(index, { ...items[index]!, ...changes }) })
  const add = () => {
    change({ items: [...items, { text: '', amount: '', of: people.map(({ id }) => id) }] })
    // The new item exists after the next render.
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus())
  }
  const { total, left } = divided
  const money = (minor: number) => formatMinor(Math.abs(minor), enteredCurrency)
  const sharers = people.filter(({ id }) => divided.shares?.has(id))
  return (
    <div className="grid gap-3 pb-2">
      <ol ref={list} className="-mx-3.5 divide-y divide-line border-y border-line">
        {items.map((item, index) => (
          <li key={index} className="grid gap-2 px-3.5 py-3">
            <ItemFields
              {...{ item, people, myId }}
              number={index + 1}
              currency={enteredCurrency}
              onChange={(changes) => changeItem(index, changes)}
              onRemove={items.length > 1 ? () => change({ items: items.toSpliced(index, 1) }) : undefined}
            />
          </li>
        ))}
      </ol>
      {items.length < moneyLimits.split.items && (
        <Button variant="quiet" size="sm" icon={Plus} className="-ms-2 w-fit" onClick={add}>
          Add Item
        </Button>
      )}
      {total && left !== 0 && divided.weights && (
        <div className="grid gap-2">
          <output
            className={classes('font-semibold tabular-nums', left < 0 && !split.discount && 'text-danger')}
          >
            {left > 0
              ? `${money(left)} more for tip, service or tax`
              : `${money(left)} ${split.discount ? 'discount' : 'too much'}`}
          </output>
          {left < 0 && (
            <Switch
              label="It is a discount"
              checked={split.discount}
              onChange={({ target }) => change({ discount: target.checked })}
            />
          )}
          {(left > 0 || split.discount) && (
            <SegmentField
              label="Share it"
              hideLabel
              options={[
                { value: 'proportional', label: 'In proportion' },
                { value: 'equal', label: 'Equally' },
              ]}
              value={split.rest}
              onChange={({ target }) => change({ rest: target.value as TypedSplit['rest'] })}
            />
          )}
        </div>
      )}
      {sharers.length > 0 ? (
        <ul aria-label="Shares" className="grid gap-1 text-secondary">
          {sharers.map(({ id, name }) => (
            <li key={id} className="flex justify-between gap-3">
              <bdi className="min-w-0 wrap-anywhere">{id === myId ? 'You' : name}</bdi>
              <span className="font-semibold whitespace-nowrap tabular-nums">{shareText(divided, id)}</span>
            </li>
          ))}
        </ul>
      ) : (
        // An item in which nothing was typed is no mistake yet.
        <ErrorText text={items.some(isUntouched) ? undefined : error} />
      )}
    </div>
  )
}

const isUntouched = ({ text, amount }: TypedItem) => text.trim() === '' && amount.trim() === ''

interface ItemFieldsProps {
  item: TypedItem
  /** From 1. */
  number: number
  people: readonly ChoosablePerson[]
  myId: string
  currency: CurrencyCode
  onChange: (changes: Partial<TypedItem>) => void
  onRemove: (() => void) | undefined
}

function ItemFields({ item, number, people, myId, currency, onChange, onRemove }: ItemFieldsProps) {
  const toggle = (id: string) =>
    onChange({ of: item.of.includes(id) ? item.of.filter((other) => other !== id) : [...item.of, id] })
  return (
    <>
      <div className="flex items-center gap-2">
        <input
          aria-label={`Item ${number}`}
          placeholder="Item"
          value={item.text}
          maxLength={moneyLimits.split.itemText}
          onChange={({ target }) => onChange({ text: target.value })}
          className="min-h-11 w-full min-w-0 rounded-field bg-surface-2 px-3 text-body outline-none placeholder:text-muted focus-visible:outline-2 focus-visible:outline-primary"
        />
        <CellField
          label={`Amount of item ${number}`}
          before={currencySymbol(currency)}
          placeholder={currencyDigits(currency) === 0 ? '0' : '0.00'}
          value={item.amount}
          onChange={({ target }) => onChange({ amount: target.value })}
        />
        {onRemove && <IconButton icon={Trash2} label={`Remove item ${number}`} onClick={onRemove} />}
      </div>
      <ul aria-label={`Shared by, item ${number}`} className="flex flex-wrap gap-1.5">
        {people.map(({ id, name }) => {
          const isIn = item.of.includes(id)
          return (
            <li key={id} className="min-w-0">
              <button
                type="button"
                aria-pressed={isIn}
                onClick={() => toggle(id)}
                className={classes(
                  'flex min-h-11 max-w-44 items-center gap-1.5 rounded-full border py-1 ps-1.5 pe-3 text-secondary transition-colors duration-press',
                  isIn ? 'border-primary bg-primary-soft font-semibold text-text' : 'border-line text-muted',
                )}
              >
                <Avatar id={id} name={name} size="xs" />
                <span className="truncate">
                  <bdi>{id === myId ? 'You' : name}</bdi>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
