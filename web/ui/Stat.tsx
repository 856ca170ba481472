// A large figure with its name above. The figure shrinks before it wraps.

import type { ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'

export interface StatProps {
  label: string
  value: ReactNode
  detail?: ReactNode
}

export function Stat({ label, value, detail }: StatProps) {
  return (
    <Card className="@container min-w-0">
      <p className="text-secondary text-muted">{label}</p>
      <p className="mt-1 text-[clamp(0.875rem,12.5cqi,1.375rem)] leading-[1.3] font-semibold tabular-nums">
        {value}
      </p>
      {detail !== undefined && <p className="mt-0.5 text-secondary text-muted">{detail}</p>}
    </Card>
  )
}
