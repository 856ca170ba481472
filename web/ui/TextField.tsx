// One line of text with its label, help and error. What react-hook-form's `register` returns can be spread on it.
import type { ComponentProps } from 'react'

import { bareControl, ControlBox } from '#web/ui/ControlBox.tsx'
import { Field, type FieldTexts } from '#web/ui/Field.tsx'

export type TextFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'id' | 'size'>

export function TextField({ label, helper, error, hideLabel = false, className, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, helper, error, hideLabel, className }}>
      {(wiring) => (
        <ControlBox>
          <input type="text" {...input} {...wiring} className={`${bareControl} rounded-field px-3.5`} />
        </ControlBox>
      )}
    </Field>
  )
}
