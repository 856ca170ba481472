// An amount of money as typed text, which the schema parses, so that no cent is lost. The currency stands before it and is
// read out with it.

import { type ComponentProps, useId } from 'react'
import { bareControl, ControlBox } from '#web/ui/ControlBox.tsx'
import { Field, type FieldTexts } from '#web/ui/Field.tsx'

export type MoneyFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'id' | 'size' | 'type' | 'prefix'> & {
    /** The symbol of the currency: 'HK$'. */
    symbol: string
  }

export function MoneyField(props: MoneyFieldProps) {
  const { label, helper, error, hideLabel = false, className, symbol, ...input } = props
  const symbolId = useId()
  return (
    <Field {...{ label, helper, error, hideLabel, className }} alsoDescribedBy={symbolId}>
      {(controlProps) => (
        <ControlBox>
          <span id={symbolId} className="shrink-0 ps-3.5 pe-2 text-body font-medium text-muted">
            {symbol}
          </span>
          <input
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            {...input}
            {...controlProps}
            type="text"
            className={`${bareControl} rounded-e-field pe-3.5 font-medium tabular-nums`}
          />
        </ControlBox>
      )}
    </Field>
  )
}
