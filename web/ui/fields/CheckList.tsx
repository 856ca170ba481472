// Selects people: the selected ones as chips above, all of them as checkboxes below. The chips keep one line, empty or not,
// so that no row moves.

import { type ReactNode, useId } from 'react'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { classes } from '#web/ui/classes.ts'
import { ErrorLine } from '#web/ui/feedback/ErrorLine.tsx'
import { PersonChips } from '#web/ui/fields/Chip.tsx'

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
  /** Chips of the selected people; off for short lists. */
  chips?: boolean
  /** Off where the list is in a card already. */
  framed?: boolean
  /** Shown instead of an empty list. */
  empty?: ReactNode
  error?: string | undefined
}

export function CheckList(props: CheckListProps) {
  const { legend, items, selected, onChange, chips = true, framed = true, empty, error } = props
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
        <p id={legendId} className={framed && !chips ? 'font-semibold' : 'text-secondary font-medium'}>
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
      ) : (
        <>
          {chips && <Chosen items={chosen} onRemove={toggle} />}
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
        </>
      )}
      {error !== undefined && <ErrorLine className="mt-1.5">{error}</ErrorLine>}
    </div>
  )
}

function Chosen({ items, onRemove }: { items: readonly CheckItem[]; onRemove: (id: string) => void }) {
  if (items.length === 0)
    return <p className="mb-2 flex h-8 items-center text-secondary text-muted">Nobody selected</p>
  return (
    <PersonChips
      people={items}
      onRemove={onRemove}
      className="-mx-4 mb-2 no-scrollbar overflow-x-auto overscroll-x-contain px-4"
    />
  )
}
