// A labelled `<select>`, which opens the browser's own picker.

import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { bareControl, ControlBox } from '#web/ui/ControlBox.tsx'
import { Field, type FieldTexts } from '#web/ui/Field.tsx'

export interface Option {
  value: string
  label: string
  disabled?: boolean
}

export type SelectFieldProps = FieldTexts &
  Omit<ComponentProps<'select'>, 'id' | 'children' | 'size'> & { options: readonly Option[] }

export function SelectField(props: SelectFieldProps) {
  const { label, helper, error, hideLabel = false, className, options, ...select } = props
  return (
    <Field {...{ label, helper, error, hideLabel, className }}>
      {(controlProps) => (
        <ControlBox className="relative">
          <select
            {...select}
            {...controlProps}
            className={`${bareControl} appearance-none truncate rounded-field ps-3.5 pe-11`}
          >
            {options.map((option) => (
              <option
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className="bg-lifted"
              >
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden className="pointer-events-none absolute end-3.5 size-5 text-muted" />
        </ControlBox>
      )}
    </Field>
  )
}
