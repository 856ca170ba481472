// The rows of a file that look like an expense of the trip. They are not imported unless somebody ticks them.

import { PreviewSection } from '#web/money/imports/PreviewSection.tsx'
import type { ImportPlan } from '#web/money/imports/useImportPlan.ts'
import { formatDate } from '#web/platform/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { formatMinor } from '#core/kernel/formatMinor.ts'

type SimilarRecordsProps = Pick<ImportPlan, 'similar' | 'ticked' | 'tick'>

export function SimilarRecords({ plan: { similar, ticked, tick } }: { plan: SimilarRecordsProps }) {
  if (similar.length === 0) return null
  return (
    <PreviewSection title="Looks like one you have" result="Tick what is another one">
      <Card padded={false} className="p-1">
        {similar.map(({ rowKey, description, date, amount, currency, line }) => (
          <Checkbox
            key={rowKey}
            label={description}
            detail={`${formatMinor(amount, currency)} on ${formatDate(date)}, line ${line}`}
            checked={ticked.has(rowKey)}
            onChange={({ target }) => tick(rowKey, target.checked)}
          />
        ))}
      </Card>
    </PreviewSection>
  )
}
