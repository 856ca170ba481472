// A single-line field with label, help and error; takes the result of react-hook-form's `register`.

import type { ComponentProps } from 'react'
import { bareControl, Field, type FieldTexts } from '#web/ui/fields/Field.tsx'

export type TextFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'id' | 'size'>

export function TextField(props: TextFieldProps) {
  return (
    <Field of={props}>
      {(control) => <input type="text" {...control} className={`${bareControl} rounded-field px-3.5`} />}
    </Field>
  )
}
