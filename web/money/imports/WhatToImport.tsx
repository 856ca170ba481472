// Whether all rows of the file are imported, or the balances alone.

import { PreviewSection } from '#web/money/imports/PreviewSection.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SegmentField } from '#web/ui/SegmentField.tsx'

interface WhatToImportProps {
  isBalancesOnly: boolean
  onChange: (isBalancesOnly: boolean) => void
}

export function WhatToImport({ isBalancesOnly, onChange }: WhatToImportProps) {
  return (
    <PreviewSection title="What to import">
      <Card className="grid gap-2">
        <SegmentField
          label="What to import"
          hideLabel
          options={[
            { value: 'rows', label: 'Every row' },
            { value: 'balances', label: 'Balances only' },
          ]}
          value={isBalancesOnly ? 'balances' : 'rows'}
          onChange={({ target }) => onChange(target.value === 'balances')}
        />
        <p aria-live="polite" className="text-secondary text-pretty text-muted">
          {isBalancesOnly
            ? 'One expense for each currency brings everybody to the balance in the file. Another file of this group would count it again.'
            : 'All expenses and payments, with their dates. Next month’s file adds only what is new.'}
        </p>
      </Card>
    </PreviewSection>
  )
}
