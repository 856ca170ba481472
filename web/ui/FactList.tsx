// Names and values one under the other: the details of an expense, the lines of a summary.
import type { ReactNode } from 'react'

export interface Fact {
  name: string
  value: ReactNode
  /** The line the others add up to. */
  total?: boolean
}

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="space-y-3">
      {facts.map(({ name, value, total = false }) => (
        <div
          key={name}
          className={`flex flex-wrap items-baseline justify-between gap-x-4 ${total ? 'border-t border-line pt-3 text-title font-semibold' : ''}`}
        >
          <dt className={total ? 'min-w-0' : 'min-w-0 text-muted'}>{name}</dt>
          <dd className="ms-auto max-w-full min-w-0 text-end tabular-nums">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
