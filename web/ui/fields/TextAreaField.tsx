// A multi-line field that grows up to about ten lines.

import type { ComponentProps } from 'react'
import { bareControl, Field, type FieldTexts } from '#web/ui/fields/Field.tsx'

export type TextAreaFieldProps = FieldTexts & Omit<ComponentProps<'textarea'>, 'id'>

export function TextAreaField(props: TextAreaFieldProps) {
  return (
    <Field of={props}>
      {(control) => (
        <textarea
          rows={3}
          {...control}
          className={`${bareControl} field-sizing-content max-h-64 min-h-20 resize-none rounded-field px-3.5 py-2.5`}
        />
      )}
    </Field>
  )
}
