// The toasts: at the top right, on a phone at the foot (docs/decisions/0253), four seconds each, announced politely. One is
// shown at a time, and equal ones are counted. Outside the app's root, because an open dialog makes that inert. They let
// presses through to what they cover; only one with an action has a button, and stays for ten seconds.

import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { resolveValue, toast, type Toast, useToaster } from 'react-hot-toast/headless'
import { Button } from '#web/ui/buttons/Button.tsx'
import { classes } from '#web/ui/classes.ts'

export interface ToastAction {
  /** 'Undo' */
  label: string
  run: () => void
}

type ToastKind = 'success' | 'error' | 'info'

const DURATION_MS = 4000
const DURATION_WITH_ACTION_MS = 10_000
/** `since`: when it was counted first, `until`: its end, in ms since 1970. */
let last: { id: string; text: string; count: number; since: number; until: number } | undefined

/** Replaces the toast before it; the same text is counted, as long as one toast lasts. */
export function show(kind: ToastKind, text: string, id = text): void {
  const now = Date.now()
  const isRepeated = last?.text === text && now < last.since + DURATION_MS
  const { count, since } = isRepeated ? { ...last!, count: last!.count + 1 } : { count: 1, since: now }
  if (last && last.id !== id) toast.dismiss(last.id)
  last = { id, text, count, since, until: now + DURATION_MS }
  const add = kind === 'info' ? toast : toast[kind]
  // `removeDelay` is the time it takes to fade.
  add(count > 1 ? `${text} (${count})` : text, { duration: DURATION_MS, removeDelay: 200, id })
}

/** Replaces the toast before it. Each has an action of its own, so none is counted. */
export function showWithAction(text: string, { label, run }: ToastAction, id: string): void {
  if (last && last.id !== id) toast.dismiss(last.id)
  const since = Date.now()
  last = { id, text, count: 1, since, until: since + DURATION_WITH_ACTION_MS }
  const act = () => {
    toast.dismiss(id)
    run()
  }
  const options = { duration: DURATION_WITH_ACTION_MS, removeDelay: 200, id }
  toast.success(
    <span className="flex flex-wrap items-start justify-between gap-x-2 md:flex-nowrap">
      <span className="min-w-0">{text}</span>
      <Button
        variant="quiet"
        size="sm"
        className="pointer-events-auto -mb-1.5 -me-2 shrink-0 max-md:-ms-3 md:-mt-1.5"
        onClick={act}
      >
        {label}
      </Button>
    </span>,
    options,
  )
}

const waiting = new Map<string, ReturnType<typeof setTimeout>>()

/** Shown once the toast before it is gone: it replaces no other. Of several that wait with one id the last one is shown. */
export function showAfter(kind: ToastKind, text: string, id: string): void {
  clearTimeout(waiting.get(id))
  const left = last && last.id !== id ? last.until - Date.now() : 0
  if (left <= 0) return show(kind, text, id)
  waiting.set(id, setTimeout(showAfter, left, kind, text, id))
}

export function ToastStack() {
  const { toasts } = useToaster()
  const stack = usePlaceOnPhone(toasts.length > 0)
  return createPortal(
    // The region exists before its first message, which some screen readers would miss otherwise.
    <output
      ref={stack}
      aria-live="polite"
      aria-atomic="false"
      className={classes(
        'pointer-events-none z-60 flex p-3 pt-[calc(env(safe-area-inset-top)+var(--top-bar)+12px)]',
        'max-md:visible-area max-md:flex-wrap-reverse max-md:content-start max-md:items-start',
        'max-md:pe-[calc(12px+var(--floating,0px))] max-md:data-[at-top=true]:content-end',
        'max-md:pb-[calc(var(--foot,calc(env(safe-area-inset-bottom)+var(--bottom-bar,0px)))+12px)]',
        'md:fixed md:inset-x-0 md:top-0 md:flex-col md:items-end md:px-5',
      )}
    >
      {toasts.map((item) => (
        <ToastCard key={item.id} item={item} />
      ))}
    </output>,
    document.body,
  )
}

/** What is at the foot may change while a toast is shown: a dialog opens, a keyboard closes. */
const PLACE_EVERY_MS = 100
/** The mean width of a letter, and what of a toast is not text. */
const [LETTER_PX, AROUND_PX] = [7, 80]
/** A text that would need more beside a floating button stands above it. */
const MAX_LINES = 3

/**
 * Above what stands at the foot, and beside the button that floats there, where a list fades out. In a conversation the
 * newest message is at the foot, so toasts are at the top.
 */
function usePlaceOnPhone(isShown: boolean): RefObject<HTMLOutputElement | null> {
  const stack = useRef<HTMLOutputElement>(null)
  useLayoutEffect(() => {
    if (!isShown) return undefined
    const place = () => {
      const { style, dataset } = stack.current!
      const edge = stack.current!.getBoundingClientRect()
      const feet = [...document.querySelectorAll<HTMLElement>('[data-foot]')].filter(isOnTop)
      const floating = feet.find((foot) => foot.dataset['foot'] === 'floating')
      const room = floating ? floating.getBoundingClientRect().left - AROUND_PX : 0
      const isBeside = stack.current!.textContent.length * LETTER_PX <= MAX_LINES * room
      const tops = feet.filter((foot) => !isBeside || foot !== floating).map(topOf)
      const setProperty = (name: string, px: number | undefined) =>
        px === undefined ? style.removeProperty(name) : style.setProperty(name, `${px}px`)
      setProperty('--foot', tops.length > 0 ? edge.bottom - Math.min(...tops) : undefined)
      setProperty(
        '--floating',
        floating && isBeside ? edge.right - floating.getBoundingClientRect().left : undefined,
      )
      dataset['atTop'] = String(feet.some((foot) => foot.dataset['foot'] === 'composer'))
    }
    place()
    const timer = setInterval(place, PLACE_EVERY_MS)
    return () => clearInterval(timer)
  }, [isShown])
  return stack
}

const topOf = (element: HTMLElement) => element.getBoundingClientRect().top

/** What is inert or below a dialog is not. */
function isOnTop(element: HTMLElement): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

function ToastCard({ item }: { item: Toast }) {
  const [Icon, textColor] = looks[item.type === 'success' || item.type === 'error' ? item.type : 'blank']
  const card = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const makeRoom = ({ clientX, clientY, target }: PointerEvent) => {
      // A press on its button.
      if (target instanceof Node && card.current?.contains(target)) return
      const rect = card.current?.getBoundingClientRect()
      if (!rect || clientX < rect.left || clientX > rect.right) return
      if (clientY >= rect.top && clientY <= rect.bottom) toast.dismiss(item.id)
    }
    document.addEventListener('pointerdown', makeRoom, { capture: true, passive: true })
    return () => document.removeEventListener('pointerdown', makeRoom, { capture: true })
  }, [item.id])
  return (
    <span
      ref={card}
      className={classes(
        'flex items-start gap-3 rounded-card border border-line bg-lifted px-4 py-3 shadow-float',
        'max-md:w-full max-md:text-secondary md:max-w-[400px] md:min-w-[280px]',
        'transition-[opacity,translate] duration-fade ease-out',
        item.visible ? 'animate-rise' : 'translate-y-2 opacity-0 md:-translate-y-2',
      )}
    >
      <Icon aria-hidden className={classes('size-5 shrink-0 md:mt-0.5', textColor)} />
      <span className="min-w-0 flex-1 font-medium">{resolveValue(item.message, item)}</span>
    </span>
  )
}

const looks = {
  success: [CircleCheck, 'text-success'],
  error: [CircleAlert, 'text-danger'],
  blank: [Info, 'text-info'],
} as const
