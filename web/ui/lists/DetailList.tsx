// A list of names and values.

import type { ReactNode } from 'react'

export interface Detail {
  name: string
  value: ReactNode
  /** The total of the other lines; shown below a dividing line. */
  isTotal?: boolean
  /** May have several lines, so it stands below its name. */
  isText?: boolean
}

export function DetailList({ details }: { details: readonly Detail[] }) {
  return (
    <dl className="space-y-3">
      {details.map(({ name, value, isTotal = false, isText = false }) => (
        <div
          key={name}
          className={`flex flex-wrap items-baseline justify-between gap-x-4 ${isTotal ? 'border-t border-line pt-3 text-title font-semibold' : ''}`}
        >
          <dt className={isTotal ? 'min-w-0' : 'min-w-0 text-muted'}>{name}</dt>
          <dd
            className={
              isText ? 'w-full whitespace-pre-line' : 'ms-auto max-w-full min-w-0 text-end tabular-nums'
            }
          >
            <bdi className={isText ? 'block wrap-anywhere' : ''}>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
