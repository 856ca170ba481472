// The toasts: at the top right, four seconds each, announced politely. One is shown at a time, and equal
// ones are counted. Outside the app's root, because an open dialog makes that inert. They let presses through to what they
// cover; only one with an action has a button, and stays for ten seconds.

import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { resolveValue, toast, type Toast, useToaster } from 'react-hot-toast/headless'
import { Button } from '#web/ui/Button.tsx'
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
    <span className="flex items-start justify-between gap-2">
      <span className="min-w-0">{text}</span>
      <Button variant="quiet" size="sm" className="pointer-events-auto -my-1.5 -me-2 shrink-0" onClick={act}>
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
  return createPortal(
    // The region exists before its first message, which some screen readers would miss otherwise.
    <output
      aria-live="polite"
      aria-atomic="false"
      className="pointer-events-none fixed inset-x-0 top-0 z-60 flex flex-col items-end p-3 pt-[calc(env(safe-area-inset-top)+var(--top-bar)+12px)] md:px-5"
    >
      {toasts.map((item) => (
        <ToastCard key={item.id} item={item} />
      ))}
    </output>,
    document.body,
  )
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
        'flex max-w-[min(400px,100%)] items-start gap-3 rounded-card border border-line bg-lifted px-4 py-3 shadow-float',
        'transition-[opacity,transform] duration-fade ease-out sm:min-w-[280px]',
        item.visible ? 'animate-rise' : '-translate-y-2 opacity-0',
      )}
    >
      <Icon aria-hidden className={classes('mt-0.5 size-5 shrink-0', textColor)} />
      <span className="min-w-0 flex-1 font-medium">{resolveValue(item.message, item)}</span>
    </span>
  )
}

const looks = {
  success: [CircleCheck, 'text-success'],
  error: [CircleAlert, 'text-danger'],
  blank: [Info, 'text-info'],
} as const
