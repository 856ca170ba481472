// The outcome that replaces a pressed button. Takes the focus the button had, so that the keyboard continues here and a
// screen reader announces it.

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
  /** It replaces something that was pressed. */
  when: boolean
  className?: string
  children: ReactNode
}

/** Takes the focus on mount when no element has it. */
export function TakesFocus({ when, className, children }: TakesFocusProps) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { activeElement, body } = document
    const isLost = activeElement === null || activeElement === body
    if (when && isLost) element.current?.focus({ preventScroll: true })
  }, [when])
  return (
    <div
      ref={element}
      tabIndex={-1}
      className={classes('flex min-h-9 min-w-0 items-center rounded-control', className)}
    >
      {children}
    </div>
  )
}
