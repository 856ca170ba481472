// The mark of a pinned trip, on its cover.

import { Pin } from 'lucide-react'

export const PinMark = () => (
  <span className="absolute end-1.5 top-1.5 inline-flex size-6 items-center justify-center rounded-full bg-surface/90 text-accent">
    <Pin aria-hidden className="size-3.5 fill-current" />
    <span className="sr-only">Pinned</span>
  </span>
)
