// The sheet every small picture is drawn on: one size, one soft ground, the theme's own colours.
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

/** Paper, cloth, metal: a thing's body. */
export const body = { fill: 'var(--lifted)', stroke: 'var(--primary)' }
/** The one warm spot of a picture. */
export const warm = { fill: 'var(--accent)' }
