/**
 * Short news at the top right, under the bar with the way back, four seconds long, read out politely. They live outside the app's root, so an
 * open dialog, which makes the rest of the page inert, does not silence them.
 */
import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { createPortal } from 'react-dom'
import { resolveValue, toast as show, type Toast, useToaster } from 'react-hot-toast/headless'

// `removeDelay` is the time it takes to fade.
const shownFor = {
  duration: 4000,
  removeDelay: 200,
  ariaProps: { role: 'status', 'aria-live': 'polite' },
} as const

/** Each answers the toast's id; the same `id` given again replaces the toast instead of adding one. */
export const toast = {
  success: (text: string, id?: string) =>
    show.success(text, { ...shownFor, ...(id !== undefined && { id }) }),
  error: (text: string, id?: string) => show.error(text, { ...shownFor, ...(id !== undefined && { id }) }),
  info: (text: string, id?: string) => show(text, { ...shownFor, ...(id !== undefined && { id }) }),
  dismiss: (id?: string) => show.dismiss(id),
}

/** To be rendered once, at the root of the app. */
export function Toasts() {
  const { toasts, handlers } = useToaster()
  return createPortal(
    <div
      onPointerEnter={handlers.startPause}
      onPointerLeave={handlers.endPause}
      className="pointer-events-none fixed inset-x-0 top-0 z-60 flex flex-col items-end gap-2 p-3 pt-[calc(env(safe-area-inset-top)+var(--top-bar)+12px)] md:px-5"
    >
      {toasts.map((item) => (
        <ToastCard key={item.id} item={item} />
      ))}
    </div>,
    document.body,
  )
}

function ToastCard({ item }: { item: Toast }) {
  const [Icon, ink] = looks[item.type === 'success' || item.type === 'error' ? item.type : 'blank']
  return (
    <div
      {...item.ariaProps}
      className={`flex w-full max-w-[400px] items-start gap-3 rounded-card border border-line bg-lifted px-4 py-3.5 shadow-float transition-[opacity,transform] duration-fade ease-out sm:w-auto sm:min-w-[280px] ${
        item.visible ? 'pointer-events-auto animate-rise' : '-translate-y-2 opacity-0'
      }`}
    >
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${ink}`} />
      <span className="min-w-0 flex-1 font-medium break-words">{resolveValue(item.message, item)}</span>
    </div>
  )
}

const looks = {
  success: [CircleCheck, 'text-success'],
  error: [CircleAlert, 'text-danger'],
  blank: [Info, 'text-info'],
} as const
