// A key of the keyboard, drawn.

import type { ReactNode } from 'react'

export const Key = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex h-6 min-w-6 items-center justify-center rounded-[6px] border border-line-strong px-1.5 font-sans text-meta font-semibold text-muted">
    {children}
  </kbd>
)
