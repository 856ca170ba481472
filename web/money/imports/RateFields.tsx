// One rate for each currency of a file that is not the trip's, typed once for all its rows.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { PreviewSection } from '#web/money/imports/PreviewSection.tsx'
import type { ImportPlan } from '#web/money/imports/useImportPlan.ts'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/TextField.tsx'

interface RateFieldsProps {
  plan: Pick<ImportPlan, 'rates' | 'rateFaults' | 'setRate'>
  /** The trip's currency. */
  currency: CurrencyCode
}

export function RateFields({ plan, currency }: RateFieldsProps) {
  const { rates, rateFaults, setRate } = plan
  if (rates.size === 0) return null
  return (
    <PreviewSection title="Other currencies">
      <Card className="grid gap-4">
        {[...rates].map(([code, text]) => (
          <TextField
            key={code}
            label={`${currency} for 1 ${code}`}
            inputMode="decimal"
            autoComplete="off"
            helper={`Converts all rows in ${code}, each once.`}
            error={rateFaults.get(code)}
            value={text}
            onChange={({ target }) => setRate(code, target.value)}
          />
        ))}
      </Card>
    </PreviewSection>
  )
}
