// The outcome that replaces a pressed button. Takes the focus the button had, so that the keyboard continues here and a
// screen reader announces it.

import { Check } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { classes } from '#web/ui/classes.ts'
import { focusIfLost } from '#web/ui/focusIfLost.ts'

export function OutcomeMessage({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <FocusOnMount className={classes('gap-1.5 text-secondary font-medium text-success', className)}>
      <Check aria-hidden className="size-4 shrink-0" strokeWidth={2.5} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </FocusOnMount>
  )
}

interface FocusOnMountProps {
  /** False where it replaces nothing that was pressed. */
  isEnabled?: boolean
  className?: string
  children: ReactNode
}

/** Takes the focus on mount when no element has it. */
export function FocusOnMount({ isEnabled = true, className, children }: FocusOnMountProps) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isEnabled) focusIfLost(element.current)
  }, [isEnabled])
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
