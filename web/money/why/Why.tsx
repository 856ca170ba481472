// A figure with a button that explains it; the explanation is loaded on demand.

import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { NamedRef } from '#core/money/responses.ts'
import type { WhyFigure } from '#web/money/why/why.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { figureNames } from '#web/money/why/figureNames.ts'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'

const WhyDialog = lazyDialog(async () => (await import('#web/money/why/WhyDialog.tsx')).WhyDialog)

interface WhyProps {
  trip: TripResponse
  person: NamedRef
  figure: WhyFigure
  /** Looks like a link instead of a figure. */
  isLink?: boolean
  /** The formatted figure: the name of the button, which the question describes. */
  children: ReactNode
}

export function Why({ trip, person, figure, isLink = false, children }: WhyProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        title={`Why? ${figureNames[figure]} of ${person.name}`}
        onClick={() => setOpen(true)}
        {...WhyDialog.prefetchProps}
        className={`touch-target relative inline-flex min-h-6 max-w-full items-center rounded-control text-start ${
          isLink
            ? 'text-secondary font-semibold text-primary hover:underline'
            : 'underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-current'
        }`}
      >
        {children}
        {isLink && <ChevronRight aria-hidden className="ms-1 size-4" />}
      </button>
      <WhyDialog open={isOpen} onClose={() => setOpen(false)} trip={trip} person={person} figure={figure} />
    </>
  )
}
