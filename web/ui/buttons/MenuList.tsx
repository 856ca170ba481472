// The items of a menu, after the WAI-ARIA menu pattern: it takes the focus; arrows, Home, End and first letters move;
// Escape, Tab and a press elsewhere close. The caller positions it and restores the focus.

import type { LucideIcon } from 'lucide-react'
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import { classes } from '#web/ui/classes.ts'

export interface MenuItem {
  label: string
  icon?: LucideIcon
  /** Quieter, at the end. */
  detail?: string
  tone?: 'text' | 'danger'
  onSelect: () => void
}

interface MenuListProps {
  items: readonly MenuItem[]
  /** Above the items. */
  note?: string | undefined
  /** Items of another form, above the list; buttons with the role of an item. */
  children?: ReactNode
  /** The id of the element that names it, or its name. */
  labelledBy?: string
  label?: string
  /** Called before an item is run, and on closing by the keyboard: the caller restores the focus. */
  onClose: () => void
  /** Called when the focus moved elsewhere: to which element, or null. */
  onLeave: (to: Element | null) => void
  className?: string
  style?: CSSProperties
}

/** A closing dialog restores the focus to the control that opened it; a menu opened since then keeps it. */
const SETTLE_MS = 300

export function MenuList({
  items,
  note,
  children,
  labelledBy,
  label,
  onClose,
  onLeave,
  className,
  style,
}: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  const noteId = useId()
  /** Until then only a press can take the focus; ms of the page's time. */
  const keepsFocusUntil = useRef(0)
  useEffect(() => {
    keepsFocusUntil.current = performance.now() + SETTLE_MS
    itemsIn(list.current)[0]?.focus({ preventScroll: true })
    const releaseFocus = () => void (keepsFocusUntil.current = 0)
    document.addEventListener('pointerdown', releaseFocus, { capture: true, passive: true })
    return () => document.removeEventListener('pointerdown', releaseFocus, { capture: true })
  }, [])

  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      // The dialog around it listens to Escape, too.
      if (event.key === 'Escape') event.nativeEvent.stopImmediatePropagation()
      event.stopPropagation()
      onClose()
      return
    }
    const target = targetOf(event.key, itemsIn(list.current))
    if (target === undefined) return
    event.preventDefault()
    target.focus()
  }
  const leave = ({ currentTarget, target, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (currentTarget.contains(relatedTarget)) return
    const isTaken = relatedTarget !== null && performance.now() < keepsFocusUntil.current
    if (isTaken) queueMicrotask(() => target.focus({ preventScroll: true }))
    else onLeave(relatedTarget)
  }
  return (
    <div
      ref={list}
      role="menu"
      tabIndex={-1}
      aria-labelledby={labelledBy}
      aria-label={label}
      aria-describedby={note === undefined ? undefined : noteId}
      onKeyDown={pressKey}
      onBlur={leave}
      style={style}
      className={classes(
        'absolute z-30 w-max max-w-[min(320px,calc(100vw-32px))] min-w-48 animate-rise rounded-card border border-line bg-lifted p-1.5 shadow-float outline-none',
        className,
      )}
    >
      {children}
      {note !== undefined && (
        <div
          id={noteId}
          className="px-3 pt-1.5 pb-2 text-secondary whitespace-pre-line text-muted wrap-anywhere low:sr-only"
        >
          {note}
        </div>
      )}
      {items.map(({ label: text, icon: Icon, detail, tone = 'text', onSelect }) => (
        <button
          key={text}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
          onClick={() => {
            onClose()
            onSelect()
          }}
          className={classes(
            'flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-2 text-start outline-none focus:bg-text/6 focus-visible:outline-2 focus-visible:-outline-offset-2',
            tone === 'danger' && 'text-danger',
          )}
        >
          {Icon && <Icon aria-hidden className="size-5 shrink-0" />}
          <span className="min-w-0">{text}</span>
          {detail !== undefined && (
            <span className="ms-auto shrink-0 ps-3 text-secondary text-muted">{detail}</span>
          )}
        </button>
      ))}
    </div>
  )
}

const itemsIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
]

function targetOf(key: string, items: HTMLElement[]): HTMLElement | undefined {
  const focused = items.findIndex((item) => item === document.activeElement)
  if (key === 'ArrowDown' || key === 'ArrowRight') return items[(focused + 1) % items.length]
  if (key === 'ArrowUp' || key === 'ArrowLeft') return items.at(focused - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const letter = key.toLowerCase()
  return [...items.slice(focused + 1), ...items].find((item) =>
    item.textContent?.trim().toLowerCase().startsWith(letter),
  )
}
