// A list of rows on a card, with lines between them.

import type { ReactNode } from 'react'

export function List({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-card border border-line bg-surface">
      {children}
    </ul>
  )
}
