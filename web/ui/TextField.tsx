// A single-line field with label, help and error; takes the result of react-hook-form's `register`.

import type { ComponentProps } from 'react'
import { bareControl, ControlBox } from '#web/ui/ControlBox.tsx'
import { Field, type FieldTexts } from '#web/ui/Field.tsx'

export type TextFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'id' | 'size'>

export function TextField({ label, helper, error, hideLabel = false, className, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, helper, error, hideLabel, className }}>
      {(controlProps) => (
        <ControlBox>
          <input type="text" {...input} {...controlProps} className={`${bareControl} rounded-field px-3.5`} />
        </ControlBox>
      )}
    </Field>
  )
}
