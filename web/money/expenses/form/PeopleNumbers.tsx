// People with a number each: what they paid, or how they share. Below them is what the numbers leave, as a bar, in words,
// and as a press that gives it to whoever was edited last, or takes off what is too much.

import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { dotted } from '#web/platform/time/format.ts'
import { type ChoosablePerson, noteOn } from '#web/money/tripPeople.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { CellField } from '#web/ui/fields/CellField.tsx'
import { classes } from '#web/ui/classes.ts'
import { leaveControl } from '#web/ui/focus.ts'
import { TickBox } from '#web/ui/fields/Checkbox.tsx'

export interface Rest {
  /** 'HK$12.30 left'; null while there is no amount. */
  text: string | null
  /** 0 to 1: the part of the whole that the numbers make up. */
  filled: number
  isComplete: boolean
  /** Ways to make the numbers add up; absent while there is no amount. */
  mend?: {
    /** Whether a person's number can take what is left, or has what is too much. */
    canTake: (id: string) => boolean
    /** Adds what is left to a person's number, or takes off what is too much. */
    take: (id: string) => void
    /** The whole that the numbers come to. */
    whole?: { text: string; accept: () => void }
  }
}

interface PeopleNumbersProps {
  /** 'Paid by' */
  legend: string
  people: readonly ChoosablePerson[]
  myId: string
  /** As typed, by id. */
  numbers: Record<string, string>
  onChange: (id: string, text: string) => void
  /** Without it everybody is in, and there are no boxes to tick. */
  selected?: readonly string[]
  onToggle?: (id: string) => void
  unit: { before?: string; after?: string }
  /** What stands for a number that nobody typed. */
  placeholderOf: (id: string) => string
  /** 'bob paid' */
  labelOf: (name: string) => string
  /** The result for this person: 'HK$22.22'; '' for none. */
  detailOf: (id: string) => string
  /** Absent where the numbers need not add up to anything. */
  rest?: Rest
  /** Who is offered the rest as long as their number is empty; else whoever was edited last. */
  restTo?: string
}

export function PeopleNumbers(props: PeopleNumbersProps) {
  const { legend, people, myId, numbers, onChange, selected, onToggle, unit, placeholderOf } = props
  const { labelOf, detailOf, rest, restTo } = props
  const Named = selected ? 'label' : 'span'
  const list = useRef<HTMLUListElement>(null)
  const [edited, setEdited] = useState<string>()
  const isIn = (id: string) => selected?.includes(id) ?? true
  const isEmpty = (id: string) => (numbers[id] ?? '').trim() === ''
  const canTake = (id: string) => rest?.mend?.canTake(id) ?? false
  const receiver =
    people.find(({ id }) => id === restTo && isEmpty(id) && canTake(id)) ??
    people.find(({ id }) => id === edited && canTake(id)) ??
    people.findLast(({ id }) => canTake(id))
  // Enter would send the form.
  const focusNext = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const inputs = [...list.current!.querySelectorAll<HTMLInputElement>('input[type=text]')]
    const next = inputs[inputs.indexOf(event.currentTarget) + 1]
    if (next) next.select()
    else event.currentTarget.blur()
  }
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <ul ref={list} className="-mx-3.5 divide-y divide-line">
        {people.map((person) => {
          const { id, name } = person
          const isMe = id === myId
          const detail = dotted([noteOn(person, myId), isIn(id) && detailOf(id)])
          return (
            <li key={id} className="flex items-center gap-3 px-3.5 py-1.5">
              <Named
                className={classes(
                  'flex min-h-11 min-w-0 flex-1 items-center gap-3',
                  !isIn(id) && 'text-muted',
                )}
              >
                {selected && <TickBox checked={isIn(id)} onChange={() => onToggle?.(id)} />}
                <Avatar id={id} name={name} size="sm" />
                <span className="min-w-0">
                  <span className="line-clamp-2 text-body wrap-anywhere">
                    <bdi>{name}</bdi>
                  </span>
                  {detail !== '' && <span className="block text-secondary text-muted">{detail}</span>}
                </span>
              </Named>
              <CellField
                label={labelOf(isMe ? 'you' : name)}
                {...unit}
                placeholder={placeholderOf(id)}
                value={isIn(id) ? (numbers[id] ?? '') : ''}
                onChange={({ target }) => onChange(id, target.value)}
                onFocus={() => setEdited(id)}
                onKeyDown={focusNext}
                enterKeyHint="next"
              />
            </li>
          )
        })}
      </ul>
      {rest && <RestLine rest={rest} receiver={receiver} myId={myId} />}
    </fieldset>
  )
}

interface RestLineProps {
  rest: Rest
  receiver: ChoosablePerson | undefined
  myId: string
}

function RestLine({ rest: { text, filled, isComplete, mend }, receiver, myId }: RestLineProps) {
  const isTooMuch = filled > 1
  const mends = (mending: () => void) => (event: MouseEvent<HTMLElement>) => {
    if (event.currentTarget === document.activeElement) leaveControl(event.currentTarget)
    mending()
  }
  return (
    <div className="sticky bottom-0 -mx-3.5 grid gap-2 border-t border-line bg-surface px-3.5 py-3">
      <div
        aria-hidden
        className={classes(
          'h-1.5 overflow-hidden rounded-full',
          isComplete ? 'bg-line-strong' : 'bg-warning-soft',
        )}
      >
        <div
          style={{ width: `${Math.min(Math.max(filled, 0), 1) * 100}%` }}
          className={classes(
            'h-full transition-[width] duration-fade',
            isTooMuch ? 'bg-danger' : 'bg-primary',
          )}
        />
      </div>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <output
          className={classes(
            'font-semibold tabular-nums',
            isComplete ? 'text-success' : isTooMuch ? 'text-danger' : 'text-warning',
          )}
        >
          {text ?? 'Enter the amount first'}
        </output>
        {mend && !isComplete && (
          <div className="flex flex-wrap gap-2">
            {receiver && (
              <Button variant="secondary" size="sm" onClick={mends(() => mend.take(receiver.id))}>
                <span className="line-clamp-1">
                  <span>{isTooMuch ? 'Take it off ' : 'Put the rest on '}</span>
                  <bdi>{receiver.id === myId ? 'you' : receiver.name}</bdi>
                </span>
              </Button>
            )}
            {mend.whole && (
              <Button variant="quiet" size="sm" onClick={mends(mend.whole.accept)}>
                {`Make it ${mend.whole.text}`}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  )
}
