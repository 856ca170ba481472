// An amount of money as typed text, which the schema parses, so that no cent is lost. The currency stands before it and is
// read out with it.

import { type ComponentProps, useId } from 'react'
import { bareControl, Field, type FieldTexts } from '#web/ui/fields/Field.tsx'

export type MoneyFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'id' | 'size' | 'type' | 'prefix'> & {
    /** The symbol of the currency: 'HK$'. */
    symbol: string
  }

export function MoneyField({ symbol, ...props }: MoneyFieldProps) {
  const symbolId = useId()
  return (
    <Field of={props} alsoDescribedBy={symbolId}>
      {(control) => (
        <>
          <span id={symbolId} className="shrink-0 ps-3.5 pe-2 text-body font-medium text-muted">
            {symbol}
          </span>
          <input
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            {...control}
            type="text"
            className={`${bareControl} rounded-e-field pe-3.5 font-medium tabular-nums`}
          />
        </>
      )}
    </Field>
  )
}
