// On the thing itself: what became of a change that the others do not see yet, and what can be done when it was
// refused.
import { CircleAlert } from 'lucide-react'

import { Button } from '#web/ui/Button.tsx'
import { PendingMark } from '#web/ui/PendingMark.tsx'

export interface UnsentNoteProps {
  item: {
    state: 'sending' | 'waiting' | 'refused'
    memoryOnly: boolean
    /** Why it was refused; null where nobody said. */
    error: string | null
    retry: () => void
    discard: () => void
  }
  /** What is on its way, where the thing itself does not say: 'removal'. */
  what?: string
}

export function UnsentNote({ item, what }: UnsentNoteProps) {
  const { state, memoryOnly } = item
  const about = what === undefined ? '' : `${what}: `
  if (state === 'sending') return <PendingMark text={`${about}sending`} memoryOnly={memoryOnly} />
  if (state === 'waiting') return <PendingMark text={`${about}waiting to sync`} memoryOnly={memoryOnly} />
  return (
    <span className="block">
      <span role="alert" className="flex gap-1.5 text-secondary font-medium text-danger">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0">
          {about}
          {item.error ?? 'Server error occurred. Please try again later.'}
        </span>
      </span>
      <span className="-ms-3 flex flex-wrap">
        <Button variant="quiet" size="sm" onClick={item.retry}>
          Retry
        </Button>
        <Button variant="quiet" size="sm" onClick={item.discard}>
          Discard
        </Button>
      </span>
    </span>
  )
}
