// The fields of an amount: in the trip's currency, or in another one with its exchange rate.

import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { CURRENCIES } from '#core/kernel/money.ts'
import { expensesResponse } from '#projections/replica/expensesResponse.ts'
import type { ExpenseEntry } from '#core/money/bodies.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { tripAmountText, parsedAmountText } from '#web/money/expenses/amountTexts.ts'
import { enteredCurrency, lastRate, minorInTrip, typedMinor } from '#web/money/expenses/enteredAmount.ts'
import type { ExpenseValues } from '#web/money/expenses/expenseValues.ts'
import { useCategories } from '#web/money/useCategories.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { currencyDigits, currencySymbol } from '#web/platform/format.ts'
import type { FormField } from '#web/platform/useCommandForm.ts'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Switch } from '#web/ui/Switch.tsx'

interface AmountFieldsProps {
  form: UseFormReturn<ExpenseValues, unknown, ExpenseEntry>
  field: FormField<ExpenseValues>
  trip: TripResponse
}

export function AmountFields({ form, field, trip }: AmountFieldsProps) {
  const { watch, setValue } = form
  const categories = useCategories()
  const [amount, otherCurrency, exchangeRate] = watch(['amount', 'otherCurrency', 'exchangeRate'])
  const expenses = useTripResponse(trip.id, expensesResponse).data ?? []
  const entered = { amount, otherCurrency, exchangeRate }
  const currency = enteredCurrency(entered, trip.currency)
  const isForeign = otherCurrency !== ''
  const others = CURRENCIES.filter((code) => code !== trip.currency)
  const [isRateTyped, setRateTyped] = useState(false)
  const rate = isForeign && field('exchangeRate', { onChange: () => setRateTyped(true) })
  const become = (code: string) => {
    setRateTyped(false)
    setValue('otherCurrency', code, { shouldDirty: true })
    // Suggests the last rate of this currency.
    setValue('exchangeRate', lastRate(expenses, code), { shouldDirty: true, shouldValidate: true })
  }
  const likely = expenses.find(({ originalCurrency }) => originalCurrency !== null)?.originalCurrency
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyField
          label="Amount"
          symbol={currencySymbol(currency)}
          placeholder={currencyDigits(currency) === 0 ? '0' : '0.00'}
          {...field('amount')}
          helper={parsedAmountText(amount, typedMinor(amount, currency), currency)}
        />
        <SelectField
          label="Category"
          options={categories.map(({ id, name }) => ({ value: id, label: name }))}
          {...field('category')}
        />
      </div>
      <Switch
        label="Other currency"
        checked={isForeign}
        onChange={({ target }) => become(target.checked ? (likely ?? others[0]!) : '')}
      />
      {rate && (
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            label="Currency"
            options={others.map((code) => ({ value: code, label: code }))}
            value={otherCurrency}
            onChange={({ target }) => become(target.value)}
          />
          <MoneyField
            label={`Exchange rate (${trip.currency})`}
            symbol={`1 ${otherCurrency} =`}
            placeholder="0.00"
            {...rate}
            helper={
              tripAmountText(minorInTrip(entered, trip.currency), trip.currency) ??
              'Used once, for this expense.'
            }
            error={exchangeRate === '' && !isRateTyped ? undefined : rate.error}
          />
        </div>
      )}
    </>
  )
}
