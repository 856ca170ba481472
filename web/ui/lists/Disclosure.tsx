// An answer that can be expanded. A related action stands beside the question, or below it with large text.

import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/buttons/Button.tsx'
import { classes } from '#web/ui/classes.ts'

export interface DisclosureProps {
  question: string
  /** Distinguishes equal questions for screen readers. */
  about: string
  beside?: ReactNode
  /** Shown instead of the question. */
  instead?: ReactNode
  /** Opens it and focuses the question whenever it becomes another number; 0 at first. */
  request?: number
  children: ReactNode
}

export function Disclosure({ question, about, beside, instead, request = 0, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false)
  const answer = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [answered, setAnswered] = useState(request)
  if (request !== answered) {
    setAnswered(request)
    setOpen(request > 0 || isOpen)
  }
  useEffect(() => {
    if (request > 0) button.current?.focus()
  }, [request])
  return (
    <div>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        {instead || (
          <Button
            ref={button}
            variant="quiet"
            size="sm"
            className="-ms-3"
            aria-expanded={isOpen}
            aria-controls={answer}
            onClick={() => setOpen(!isOpen)}
          >
            <span className="font-medium">{question}</span>
            <span className="sr-only">{about}</span>
            <ChevronDown
              aria-hidden
              className={classes(
                '-ms-1 size-4 shrink-0 transition-transform duration-fade',
                isOpen && 'rotate-180',
              )}
            />
          </Button>
        )}
        {beside !== undefined && (
          <div className="ms-auto flex flex-wrap items-center justify-end gap-x-3">{beside}</div>
        )}
      </div>
      <div id={answer} hidden={!isOpen || Boolean(instead)} className="pb-1 text-secondary text-muted">
        {children}
      </div>
    </div>
  )
}
