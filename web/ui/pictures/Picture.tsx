// The frame of every small picture: one size, one background, the theme's colours.

import type { ReactNode } from 'react'

export function Picture({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 176 128"
      className="h-32 w-44"
      fill="none"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path
        fill="var(--primary-soft)"
        d="M24 74C14 46 44 12 82 15c20 2 30-9 50 2 26 14 28 50 14 72-13 21-40 20-62 22-28 3-52-11-60-37z"
      />
      {children}
    </svg>
  )
}

/** The main shape: paper, cloth, metal. */
export const body = { fill: 'var(--lifted)', stroke: 'var(--primary)' }
/** The accent colour. */
export const warm = { fill: 'var(--accent)' }
