// Selects people by checkboxes: rows with what a tick means, or chips. A tick moves none of them.

import { Check, Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { classes } from '#web/ui/classes.ts'
import { ErrorLine } from '#web/ui/feedback/ErrorLine.tsx'
import { chipClasses } from '#web/ui/buttons/chipClasses.ts'

export interface CheckItem {
  id: string
  name: string
  detail?: string
  /** What its tick means, at the end of the row: an amount. */
  figure?: ReactNode
}

export interface CheckListProps {
  /** Names the group: 'Add Participants'. */
  legend: string
  items: readonly CheckItem[]
  selected: readonly string[]
  onChange: (ids: string[]) => void
  selectAll?: string
  clear?: string
  /** One button for both: selects all, then clears. */
  hasOneButton?: boolean
  /** Chips instead of rows, for names alone. */
  asChips?: boolean
  /** Off where the list is in a card already. */
  framed?: boolean
  /** Shown instead of an empty list. */
  empty?: ReactNode
  error?: string | undefined
}

export function CheckList(props: CheckListProps) {
  const { legend, items, selected, onChange, asChips = false, framed = true, empty, error } = props
  const chosen = items.filter((item) => selected.includes(item.id))
  const {
    selectAll = `Select All (${items.length})`,
    clear = 'Clear Selection',
    hasOneButton = false,
  } = props
  const legendId = useId()
  const isAll = chosen.length === items.length
  const toggle = (id: string) =>
    onChange(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id])
  return (
    <div role="group" aria-labelledby={legendId} className="min-w-0">
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-4">
        {/* A list that is a part of its own has a heading, one among fields a label. */}
        <p id={legendId} className={framed && !asChips ? 'font-semibold' : 'text-secondary font-medium'}>
          {legend}
        </p>
        {items.length > 0 && (
          <div className="-me-3 flex flex-wrap">
            <Button
              variant="quiet"
              size="sm"
              disabled={isAll && !hasOneButton}
              onClick={() => onChange(isAll ? [] : items.map((item) => item.id))}
            >
              {isAll && hasOneButton ? clear : selectAll}
            </Button>
            {!hasOneButton && (
              <Button variant="quiet" size="sm" disabled={chosen.length === 0} onClick={() => onChange([])}>
                {clear}
              </Button>
            )}
          </div>
        )}
      </div>
      {items.length === 0 ? (
        <p className="rounded-field bg-surface-2 px-4 py-5 text-center text-secondary text-muted">{empty}</p>
      ) : asChips ? (
        <div className="flex flex-wrap gap-2 card:max-h-80 card:overflow-y-auto">
          {items.map(({ id, name }) => (
            <PersonCheckChip
              key={id}
              {...{ id, name }}
              checked={selected.includes(id)}
              onChange={() => toggle(id)}
            />
          ))}
        </div>
      ) : (
        <ul
          className={classes(
            'card:max-h-80 card:overflow-y-auto',
            'divide-y divide-line',
            framed ? 'rounded-card border border-line bg-surface' : '-mx-3.5 *:px-0.5',
          )}
        >
          {items.map((item) => (
            <li key={item.id}>
              <Checkbox
                label={item.name}
                {...(item.detail !== undefined && { detail: item.detail })}
                {...(item.figure !== undefined && { figure: item.figure })}
                leading={<Avatar id={item.id} name={item.name} size="sm" />}
                checked={selected.includes(item.id)}
                onChange={() => toggle(item.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {error !== undefined && <ErrorLine className="mt-1.5">{error}</ErrorLine>}
    </div>
  )
}

interface PersonCheckChipProps {
  id: string
  name: string
  checked: boolean
  onChange: () => void
}

const PersonCheckChip = ({ id, name, checked, onChange }: PersonCheckChipProps) => (
  <label
    className={classes(
      chipClasses,
      'relative min-h-11! max-w-full cursor-pointer ps-1.5! has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
      checked && 'border-primary bg-primary-soft text-primary inset-ring inset-ring-primary',
    )}
  >
    <input
      type="checkbox"
      {...{ checked, onChange }}
      className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
    />
    <Avatar id={id} name={name} size="xs" />
    <bdi className="min-w-0 truncate">{name}</bdi>
    {checked ? <Check aria-hidden className="size-4" /> : <Plus aria-hidden className="size-4 text-muted" />}
  </label>
)
