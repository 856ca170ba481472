// A screen on paper: a page of its own, rendered only while the page is printed, beside the app, which is hidden then
// (web/app/theme.css).

import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

const subscribe = (changed: () => void) => {
  const query = matchMedia('print')
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the page is being printed. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => matchMedia('print').matches)

interface PrintedPageProps {
  title: string
  /** Below the title. */
  detail: string
  children: ReactNode
}

/** Render it only while printing. */
export function PrintedPage({ title, detail, children }: PrintedPageProps) {
  return createPortal(
    <article className="printed-page">
      <h1 className="text-page font-bold">
        <bdi>{title}</bdi>
      </h1>
      <p>{detail}</p>
      {children}
    </article>,
    document.body,
  )
}

/** A part of a printed page, whose heading stays with what follows it. */
export function PrintedSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-4">
      <h2 className="break-after-avoid border-b border-current font-bold">{title}</h2>
      {children}
    </section>
  )
}
