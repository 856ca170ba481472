// The advanced filters, and the active ones as chips that can be removed.

import type { Category } from '#core/money/categories.ts'
import { POOL } from '#core/money/balances/ledger.ts'
import { POOL_NAME } from '#core/money/roster.ts'
import { categoryName } from '#web/money/categoryStyle.ts'
import type { Conditions } from '#web/money/expenses/list/findExpenses.ts'
import { type ChoosablePerson, choiceLabel } from '#web/money/tripPeople.ts'
import { formatDate } from '#web/platform/time/format.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Chip } from '#web/ui/fields/Chip.tsx'
import { DateField } from '#web/ui/fields/DateField.tsx'
import { leaveControl } from '#web/ui/focus.ts'
import { SelectField } from '#web/ui/fields/SelectField.tsx'

/** All conditions except the search, which has its own field. */
export type Filter = Exclude<keyof Conditions, 'search'>

interface ExpenseFiltersProps {
  conditions: Conditions
  categories: readonly Category[]
  /** The people who can be payers. */
  payers: readonly ChoosablePerson[]
  myId: string
  onChange: (changed: Partial<Conditions>) => void
}

export function ExpenseFilters({ conditions, categories, payers, myId, onChange }: ExpenseFiltersProps) {
  const { from, to } = conditions
  const fieldOf = (filter: Filter) => ({
    value: conditions[filter],
    onChange: (event: { target: { value: string } }) => onChange({ [filter]: event.target.value }),
  })
  const people = payers.map((person) => ({ value: person.id, label: choiceLabel(person, myId) }))
  return (
    <Card className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <SelectField
        label="Category"
        {...fieldOf('category')}
        options={[
          { value: '', label: 'All categories' },
          ...categories.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <SelectField
        label="Person who paid"
        {...fieldOf('payer')}
        options={[{ value: '', label: 'Anybody' }, { value: POOL, label: POOL_NAME }, ...people]}
      />
      <DateField label="From date" whenEmpty="Any date" {...fieldOf('from')} max={to || undefined} />
      <DateField
        label="To date"
        whenEmpty="Any date"
        {...fieldOf('to')}
        min={from || undefined}
        error={from && to && to < from ? 'To date is before from date' : undefined}
      />
    </Card>
  )
}

interface FilterChipsProps extends Pick<ExpenseFiltersProps, 'conditions' | 'payers' | 'onChange'> {
  onClear: () => void
}

export function FilterChips({ conditions, payers, onChange, onClear }: FilterChipsProps) {
  const texts = filterTexts(conditions, payers)
  if (texts.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-3">
      <ul aria-label="Active filters" className="contents">
        {texts.map(({ filter, text }) => (
          <li key={filter} className="flex max-w-full">
            <Chip onRemove={() => onChange({ [filter]: '' })} removeLabel={`Remove filter ${text}`}>
              {text}
            </Chip>
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        variant="quiet"
        onClick={(event) => {
          leaveControl(event.currentTarget)
          onClear()
        }}
      >
        Clear All
      </Button>
    </div>
  )
}

/** The text of each active filter. */
export function filterTexts(
  { category, payer, from, to }: Conditions,
  payers: readonly ChoosablePerson[],
): { filter: Filter; text: string }[] {
  const name = payer === POOL ? POOL_NAME : (payers.find(({ id }) => id === payer)?.name ?? 'someone')
  const texts: Record<Filter, string> = {
    category: category && categoryName(category),
    payer: payer && `Paid by ${name}`,
    from: from && `From ${formatDate(from)}`,
    to: to && `To ${formatDate(to)}`,
  }
  return (Object.keys(texts) as Filter[])
    .filter((filter) => texts[filter] !== '')
    .map((filter) => ({ filter, text: texts[filter] }))
}
