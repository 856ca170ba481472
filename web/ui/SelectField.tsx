// A labelled `<select>`, which opens the browser's own picker.

import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { bareControl, Field, type FieldTexts } from '#web/ui/Field.tsx'

export interface Option {
  value: string
  label: string
  disabled?: boolean
}

export type SelectFieldProps = FieldTexts &
  Omit<ComponentProps<'select'>, 'id' | 'children' | 'size'> & { options: readonly Option[] }

export function SelectField({ options, ...props }: SelectFieldProps) {
  return (
    <Field of={props}>
      {(control) => (
        <>
          <select
            {...control}
            className={`${bareControl} appearance-none truncate rounded-field ps-3.5 pe-11`}
          >
            {options.map(({ label, ...option }) => (
              <option key={option.value} {...option} className="bg-lifted">
                {label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden className="pointer-events-none absolute end-3.5 size-5 text-muted" />
        </>
      )}
    </Field>
  )
}
