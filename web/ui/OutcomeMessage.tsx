/**
 * In the place of what was pressed: what came of it. A button that is gone takes the focus with it; then this has it,
 * so that the keyboard goes on from here and a screen reader says it.
 */
import { Check } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

import { classes } from '#web/ui/classes.ts'

export function OutcomeMessage({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <TakesFocus when className={classes('gap-1.5 text-secondary font-medium text-success', className)}>
      <Check aria-hidden className="size-4 shrink-0" strokeWidth={2.5} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </TakesFocus>
  )
}

interface TakesFocusProps {
  /** It came in the place of something that was pressed. */
  when: boolean
  className?: string
  children: ReactNode
}

/** Has the focus when it comes, where that was lost. */
export function TakesFocus({ when, className, children }: TakesFocusProps) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { activeElement, body } = document
    const isLost = activeElement === null || activeElement === body
    if (when && isLost) place.current?.focus({ preventScroll: true })
  }, [when])
  return (
    <div
      ref={place}
      tabIndex={-1}
      className={classes('flex min-h-9 min-w-0 items-center rounded-control', className)}
    >
      {children}
    </div>
  )
}
