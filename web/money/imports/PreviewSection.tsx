// A part of the preview of an import: a heading with a result at its end, and a card.

import { type ReactNode, useId } from 'react'

interface PreviewSectionProps {
  title: string
  /** Shown at the end of the heading. */
  result?: ReactNode
  children: ReactNode
}

export function PreviewSection({ title, result, children }: PreviewSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3 px-1">
        <h3 id={id} className="text-body font-semibold">
          {title}
        </h3>
        {result !== undefined && <div className="text-secondary text-muted">{result}</div>}
      </div>
      {children}
    </section>
  )
}
