// The rows of a file that are not imported, each with its line and the reason.

import { useState } from 'react'
import { NO_LINE } from '#core/imports/withBalancesOnly.ts'
import type { OmittedRow } from '#core/imports/parsedFile.ts'
import { PreviewSection } from '#web/money/imports/PreviewSection.tsx'
import { Button } from '#web/ui/Button.tsx'
import { formatCount } from '#web/platform/format.ts'

interface OmittedRowsProps {
  omitted: readonly OmittedRow[]
  /** How many rows the file has. */
  rows: number
}

const SHOWN_AT_FIRST = 20

export function OmittedRows({ omitted, rows }: OmittedRowsProps) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? omitted : omitted.slice(0, SHOWN_AT_FIRST)
  return (
    <PreviewSection title="Left out" result={`${omitted.length} of ${formatCount(rows, 'row')}`}>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {shown.map(({ line, text, reason }, index) => (
          <li key={index} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-2 px-4 py-2.5">
            <span className="text-secondary text-muted">
              {line === NO_LINE ? 'Balances' : `Line ${line}`}
            </span>
            <span className="min-w-0">
              <bdi className="line-clamp-2 text-secondary font-medium wrap-anywhere">{text}</bdi>
              <span className="block text-secondary wrap-anywhere text-muted">{reason}</span>
            </span>
          </li>
        ))}
      </ul>
      {shown.length < omitted.length && (
        <Button
          variant="quiet"
          size="sm"
          onClick={() => setShowsAll(true)}
        >{`Show all ${omitted.length}`}</Button>
      )}
    </PreviewSection>
  )
}
