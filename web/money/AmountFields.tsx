// The amount: a figure with its currency in front, which a press changes, and the exchange rate of another currency.

import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { type CurrencyCode, CURRENCIES } from '#core/kernel/money.ts'
import { currencyIn } from '#core/kernel/typedNumber.ts'
import {
  type EnteredAmount,
  type Rated,
  enteredCurrency,
  lastRate,
  minorInTrip,
  typedMinor,
  tripAmountText,
  parsedAmountText,
} from '#web/money/enteredAmount.ts'
import { currencyDigits, currencySymbol } from '#web/platform/time/format.ts'
import { FigureField } from '#web/ui/fields/FigureField.tsx'
import { InlineSelect } from '#web/ui/fields/SelectField.tsx'
import { MoneyField } from '#web/ui/fields/MoneyField.tsx'

interface AmountFieldsProps {
  entered: EnteredAmount
  /** Changes a field and checks the form. */
  setField: (name: keyof EnteredAmount, value: string) => void
  field: (
    name: keyof EnteredAmount,
    rules?: { onChange: (event: { target: HTMLInputElement }) => void },
  ) => UseFormRegisterReturn & { error: string | undefined }
  tripCurrency: CurrencyCode
  /** Of the amount in the trip's currency, in major units; an expense's by default. */
  max?: number
  /** What the amount is of. */
  noun: 'expense' | 'payment'
  /** Their rates are suggested. */
  rated: readonly Rated[]
  /** Whether the amount has the focus. */
  onFocusChange?: (hasFocus: boolean) => void
}

export function AmountFields(props: AmountFieldsProps) {
  const { entered, setField, field, tripCurrency, max, noun, rated, onFocusChange } = props
  const { amount, otherCurrency, exchangeRate } = entered
  const currency = enteredCurrency(entered, tripCurrency)
  const [isRateTyped, setRateTyped] = useState(false)
  const rate = otherCurrency !== '' && field('exchangeRate', { onChange: () => setRateTyped(true) })
  const chooseCurrency = (code: string) => {
    setRateTyped(false)
    const other = code === tripCurrency ? '' : code
    setField('otherCurrency', other)
    setField('exchangeRate', lastRate(rated, other))
  }
  const { onBlur, ...amountField } = field('amount', {
    // What was copied brings its currency with it.
    onChange({ target }) {
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
            options={[...new Set<string>([tripCurrency, ...CURRENCIES, currency])].map(asOption)}
            value={currency}
            onChange={({ target }) => chooseCurrency(target.value)}
            className="text-section font-semibold text-muted"
          >
            <span>{currencySymbol(currency)}</span>
            <ChevronDown className="ms-0.5 inline size-4" />
          </InlineSelect>
        }
        {...amountField}
        onFocus={() => onFocusChange?.(true)}
        onBlur={(event) => {
          void onBlur(event)
          onFocusChange?.(false)
        }}
        helper={parsedAmountText(amount, typedMinor(amount, currency), currency)}
      />
      {rate && (
        <div className="mt-2">
          <MoneyField
            label={`Exchange rate (${tripCurrency})`}
            symbol={`1 ${otherCurrency} =`}
            placeholder="0.00"
            {...rate}
            helper={
              tripAmountText(minorInTrip(entered, tripCurrency, max), tripCurrency) ?? `Rate for this ${noun}`
            }
            error={exchangeRate === '' && !isRateTyped ? undefined : rate.error}
          />
        </div>
      )}
    </div>
  )
}

const asOption = (code: string) => ({ value: code, label: `${code} (${currencySymbol(code)})` })
