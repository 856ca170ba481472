// The rarer fields of an expense: the receipts, the pool and the notes.

import { use } from 'react'
import { ledgerIn } from '#projections/replica/moneyFigures.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import type { ExpenseFormParts } from '#web/money/expenses/form/useExpenseForm.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import type { ShownExpense } from '#web/money/expenses/expenseList.ts'
import { LazyFilesField } from '#web/records/files/LazyFilesField.tsx'
import { Navigation } from '#web/ui/buttons/Anchor.tsx'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { TextAreaField } from '#web/ui/fields/TextAreaField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { poolText } from '#web/money/pool/poolTransactions.ts'

interface MoreFieldsProps extends ExpenseFormParts {
  trip: TripResponse
  /** Whether a photo is made small now. */
  onPreparing: (isPreparing: boolean) => void
  /** The edited expense. */
  base: ShownExpense | null
  id: string
  isOpen: boolean
}

export function MoreFields({ form, field, trip, onPreparing, base, id, isOpen }: MoreFieldsProps) {
  const ledger = useTripResponse(trip.id, ledgerIn).data
  // The demo stores no files.
  const isInApp = use(Navigation) !== undefined
  return (
    <div id={id} hidden={!isOpen}>
      <div className="grid gap-5">
        {isInApp && (
          <LazyFilesField
            label="Receipts"
            prompt="Photo of the receipt"
            owner="expense"
            files={form.watch('receipts')}
            onFiles={(files) => form.setValue('receipts', files, { shouldDirty: true, shouldValidate: true })}
            onPreparing={onPreparing}
            stored={base?.record.receipts?.map(({ hash }) => hash) ?? []}
            record={{ id, title: form.watch('description') || 'New expense', caption: '' }}
          />
        )}
        <Switch
          label="Paid from the pool"
          helper={ledger && poolText(ledger.poolBalance, trip.currency)}
          {...form.register('paidFromPool')}
        />
        <Switch
          label="Refund"
          helper="Money that came back: everyone gets their share of it."
          checked={form.watch('kind') === 'refund'}
          onChange={({ target }) =>
            form.setValue('kind', target.checked ? 'refund' : 'expense', { shouldDirty: true })
          }
        />
        <TextField
          label="Receipt URL (Optional)"
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          placeholder="https://"
          {...field('receiptUrl')}
        />
        <TextAreaField label="Notes (Optional)" {...field('notes')} />
      </div>
    </div>
  )
}
