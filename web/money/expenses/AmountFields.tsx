// The amount: a figure with its currency in front, which a press changes, and the exchange rate of another currency.

import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { CURRENCIES } from '#core/kernel/money.ts'
import { currencyIn } from '#core/kernel/typedNumber.ts'
import type { ExpenseResponse } from '#core/money/responses.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { tripAmountText, parsedAmountText } from '#web/money/expenses/amountTexts.ts'
import { enteredCurrency, lastRate, minorInTrip, typedMinor } from '#web/money/expenses/enteredAmount.ts'
import type { ExpenseFormParts } from '#web/money/expenses/useExpenseForm.ts'
import { currencyDigits, currencySymbol } from '#web/platform/format.ts'
import { FigureField } from '#web/ui/FigureField.tsx'
import { InlineSelect } from '#web/ui/InlineSelect.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'

interface AmountFieldsProps extends ExpenseFormParts {
  trip: TripResponse
  expenses: readonly ExpenseResponse[]
  /** Whether the amount has the focus. */
  onFocusChange: (hasFocus: boolean) => void
}

export function AmountFields({ form, field, trip, expenses, onFocusChange }: AmountFieldsProps) {
  const { watch, setValue } = form
  const [amount, otherCurrency, exchangeRate] = watch(['amount', 'otherCurrency', 'exchangeRate'])
  const entered = { amount, otherCurrency, exchangeRate }
  const currency = enteredCurrency(entered, trip.currency)
  const [isRateTyped, setRateTyped] = useState(false)
  const rate = otherCurrency !== '' && field('exchangeRate', { onChange: () => setRateTyped(true) })
  const chooseCurrency = (code: string) => {
    setRateTyped(false)
    const other = code === trip.currency ? '' : code
    setValue('otherCurrency', other, { shouldDirty: true })
    // Suggests the last rate of this currency.
    setValue('exchangeRate', lastRate(expenses, other), { shouldDirty: true, shouldValidate: true })
  }
  const { onBlur, ...amountField } = field('amount', {
    // What was copied brings its currency with it.
    onChange({ target }: { target: HTMLInputElement }) {
      const sign = currencyIn(target.value)
      const pasted = CURRENCIES.find((code) => code === sign)
      if (pasted && pasted !== currency) chooseCurrency(pasted)
    },
  })
  return (
    <div>
      <FigureField
        label="Amount"
        text={amount}
        placeholder={currencyDigits(currency) === 0 ? '0' : '0.00'}
        enterKeyHint="next"
        markText={currencySymbol(currency)}
        mark={
          <InlineSelect
            label="Currency"
            options={[...new Set<string>([trip.currency, ...CURRENCIES, currency])].map(asOption)}
            value={currency}
            onChange={({ target }) => chooseCurrency(target.value)}
            className="text-section font-semibold text-muted"
          >
            <span>{currencySymbol(currency)}</span>
            <ChevronDown className="ms-0.5 inline size-4" />
          </InlineSelect>
        }
        {...amountField}
        onFocus={() => onFocusChange(true)}
        onBlur={(event) => {
          void onBlur(event)
          onFocusChange(false)
        }}
        helper={parsedAmountText(amount, typedMinor(amount, currency), currency)}
      />
      {rate && (
        <div className="mt-2">
          <MoneyField
            label={`Exchange rate (${trip.currency})`}
            symbol={`1 ${otherCurrency} =`}
            placeholder="0.00"
            {...rate}
            helper={
              tripAmountText(minorInTrip(entered, trip.currency), trip.currency) ?? 'Rate for this expense'
            }
            error={exchangeRate === '' && !isRateTyped ? undefined : rate.error}
          />
        </div>
      )}
    </div>
  )
}

const asOption = (code: string) => ({ value: code, label: `${code} (${currencySymbol(code)})` })
