// What a form needs rarely, under More.

import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { classes } from '#web/ui/classes.ts'

interface MoreSectionProps {
  /** It holds something. */
  isUsed: boolean
  hasError: boolean
  children: ReactNode
}

export function MoreSection({ isUsed, hasError, children }: MoreSectionProps) {
  const [isOpen, toggle] = useMore(isUsed, hasError)
  const content = useId()
  return (
    <div className="rounded-card border border-line bg-surface px-3.5">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={content}
        onClick={toggle}
        className="flex min-h-13 w-full items-center justify-between text-start font-semibold"
      >
        More
        <ChevronDown
          aria-hidden
          className={classes('size-5 text-muted transition-transform duration-fade', isOpen && 'rotate-180')}
        />
      </button>
      <div id={content} hidden={!isOpen}>
        <div className="grid gap-5 pt-1 pb-4">{children}</div>
      </div>
    </div>
  )
}

/** More opens by itself where it holds something, and cannot be closed over an error. */
export function useMore(isUsed: boolean, hasError: boolean) {
  const [isOpened, setOpened] = useState(isUsed)
  const [wasUsed, setUsed] = useState(isUsed)
  if (isUsed !== wasUsed) {
    setUsed(isUsed)
    if (isUsed) setOpened(true)
  }
  const isOpen = isOpened || hasError
  return [isOpen, () => setOpened(!isOpen)] as const
}
