// A multi-line field that grows up to about ten lines.

import type { ComponentProps } from 'react'
import { bareControl, ControlBox } from '#web/ui/ControlBox.tsx'
import { Field, type FieldTexts } from '#web/ui/Field.tsx'

export type TextAreaFieldProps = FieldTexts & Omit<ComponentProps<'textarea'>, 'id'>

export function TextAreaField(props: TextAreaFieldProps) {
  const { label, helper, error, hideLabel = false, className, rows = 3, ...input } = props
  return (
    <Field {...{ label, helper, error, hideLabel, className }}>
      {(controlProps) => (
        <ControlBox>
          <textarea
            rows={rows}
            {...input}
            {...controlProps}
            className={`${bareControl} field-sizing-content max-h-64 min-h-20 resize-none rounded-field px-3.5 py-2.5`}
          />
        </ControlBox>
      )}
    </Field>
  )
}
