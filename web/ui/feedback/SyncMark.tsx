// Marks a change as pending, and says whether this device has stored it.

import { Clock } from 'lucide-react'

export interface SyncMarkProps {
  text?: string
  /** The device could not store it. */
  isMemoryOnly?: boolean
}

export function SyncMark({ text = 'waiting to sync', isMemoryOnly = false }: SyncMarkProps) {
  return (
    <span className="inline-flex items-center gap-1 text-meta font-medium whitespace-nowrap text-muted">
      <Clock aria-hidden className="size-3.5" />
      <span>{`${text}${isMemoryOnly ? ', not saved on this device' : ''}`}</span>
    </span>
  )
}
