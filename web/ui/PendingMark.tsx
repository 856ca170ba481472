// On the thing itself: it is kept on this device and has not reached the others yet.
import { Clock } from 'lucide-react'

export function PendingMark({ text = 'waiting to sync' }: { text?: string }) {
  return (
    <span className="inline-flex items-center gap-1 text-meta font-medium whitespace-nowrap text-muted">
      <Clock aria-hidden className="size-3.5" />
      {text}
    </span>
  )
}
