// The outcome that replaces a pressed button. Takes the focus the button had, so that the keyboard continues here and a
// screen reader announces it.

import { Check } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { classes } from '#web/ui/classes.ts'
import { focusIfLost } from '#web/ui/focus.ts'

interface OutcomeMessageProps {
  /** The tick is in a filled circle. */
  isFilled?: boolean
  children: ReactNode
}

export function OutcomeMessage({ isFilled = false, children }: OutcomeMessageProps) {
  return (
    <FocusOnMount className="gap-1.5 text-secondary font-medium text-success">
      <Check
        aria-hidden
        className={classes(
          'shrink-0',
          isFilled ? 'size-5 rounded-full bg-success p-1 text-success-soft' : 'size-4',
        )}
        strokeWidth={isFilled ? 4 : 2.5}
      />
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
