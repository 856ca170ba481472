// Links the ribbons of the settlement's picture with the rows below it: what one of them points at is marked in the
// other, and a press on a ribbon leads to its row.

import { useEffect, useRef, useState } from 'react'

export interface RowLink {
  isPointed: boolean
  /** Another number whenever a ribbon asks for this row; 0 at first. */
  request: number
  props: Partial<Record<'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur', () => void>>
}

export interface RowLinks {
  /** The keys of the rows, of which a ribbon may have several. */
  pointed: readonly string[]
  setPointed: (keys: readonly string[]) => void
  /** Leads to the row. */
  ask: (key: string) => void
  linkOf: (key: string) => RowLink
}

export function useRowLinks(): RowLinks {
  const [pointed, setPointed] = useState<readonly string[]>([])
  const [asked, setAsked] = useState({ key: '', count: 0 })
  const [on, off] = [(key: string) => () => setPointed([key]), () => setPointed([])]
  return {
    pointed,
    setPointed,
    ask: (key) => setAsked(({ count }) => ({ key, count: count + 1 })),
    linkOf: (key) => ({
      isPointed: pointed.includes(key),
      request: asked.key === key ? asked.count : 0,
      props: { onPointerEnter: on(key), onPointerLeave: off, onFocus: on(key), onBlur: off },
    }),
  }
}

/** Scrolls the row into the visible part of its list whenever a ribbon asks for it. */
export function useScrolledTo(request: number) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (request > 0) row.current?.scrollIntoView({ block: 'nearest' })
  }, [request])
  return row
}
