// A status in one word; the colour repeats it.

import type { ReactNode } from 'react'
import { softTone, type Tone } from '#web/ui/feedback/tone.ts'

export function StatusChip({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex min-h-6 max-w-full shrink-0 items-center rounded-full px-2 text-meta font-semibold ${softTone[tone]}`}
    >
      {children}
    </span>
  )
}
