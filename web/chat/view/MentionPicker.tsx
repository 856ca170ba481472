// The people whom an @ in the composer may name, above it. The composer keeps the focus and hands its keys over.

import { type RefObject, useEffect, useImperativeHandle, useState } from 'react'
import type { ChatPerson } from '#core/chat/events.ts'
import { EVERYBODY } from '#core/chat/mentions.ts'
import { searchable } from '#core/kernel/textSearch.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { classes } from '#web/ui/classes.ts'

export interface MentionQuery {
  /** Where the @ is. */
  start: number
  typed: string
}

export interface PickerHandle {
  /** Returns whether the key was for the picker. */
  press(key: string): boolean
}

interface MentionPickerProps {
  query: MentionQuery | null
  people: readonly ChatPerson[]
  mayMentionAll: boolean
  onChoose: (person: ChatPerson) => void
  /** The id of the option that Enter chooses; null for none. */
  onActive: (id: string | null) => void
  handle: RefObject<PickerHandle | null>
}

const MAX_SHOWN = 8
const everybody: ChatPerson = { id: EVERYBODY, username: 'all' }
const optionId = ({ id }: ChatPerson) => `mention-${id}`

export function MentionPicker(props: MentionPickerProps) {
  const { query, people, mayMentionAll, onChoose, onActive, handle } = props
  const [chosen, setChosen] = useState(0)
  const found = foundAmong(mayMentionAll ? [...people, everybody] : people, query?.typed ?? '')
  const active = found[Math.min(chosen, found.length - 1)]
  const activeId = active ? optionId(active) : null
  useEffect(() => onActive(activeId), [activeId, onActive])
  useEffect(() => {
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  useImperativeHandle(handle, () => ({
    press(key) {
      if (!active) return false
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
      if (step !== 0) setChosen((found.indexOf(active) + step + found.length) % found.length)
      else if (key === 'Enter' || key === 'Tab') onChoose(active)
      return step !== 0 || ['Enter', 'Tab', 'Escape'].includes(key)
    },
  }))
  if (found.length === 0) return null
  return (
    <div
      id="mentionable"
      role="listbox"
      aria-label="People to mention"
      className="page-width absolute inset-x-0 bottom-full z-20 max-h-[40dvh] overflow-y-auto rounded-t-card border border-line bg-lifted p-1 shadow-float"
    >
      {found.map((person) => (
        // The keys are the composer's.
        <div
          key={person.id}
          id={optionId(person)}
          role="option"
          aria-selected={person === active}
          tabIndex={-1}
          // The composer keeps the focus, so that a phone keeps its keyboard open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
          className={classes(
            'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3',
            person === active && 'bg-text/6',
          )}
        >
          {person === everybody ? (
            <span className="inline-flex size-8 items-center justify-center rounded-full bg-surface-2 font-semibold">
              @
            </span>
          ) : (
            <Avatar id={person.id} name={person.username} size="sm" />
          )}
          <span className="min-w-0 truncate">
            <bdi>{person.username}</bdi>
          </span>
          {person === everybody && <span className="text-secondary text-muted">Everybody here</span>}
        </div>
      ))}
    </div>
  )
}

/** Those whose name begins with it first, then those of whom another word does. */
function foundAmong(people: readonly ChatPerson[], typed: string): readonly ChatPerson[] {
  const wanted = searchable([typed])
  const rank = ({ username }: ChatPerson) => {
    const name = searchable([username])
    return name.startsWith(wanted)
      ? 0
      : name.split(/[\s._-]+/u).some((word) => word.startsWith(wanted))
        ? 1
        : 2
  }
  return people
    .filter((person) => rank(person) < 2)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MAX_SHOWN)
}
