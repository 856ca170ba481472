// A single-line field with label, help and error; takes the result of react-hook-form's `register`.

import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { bareControl, Field, type FieldTexts } from '#web/ui/fields/Field.tsx'

export type TextFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'id' | 'size'> & { icon?: LucideIcon }

export function TextField({ icon: Icon, ...props }: TextFieldProps) {
  return (
    <Field of={props}>
      {(control) => (
        <>
          {Icon && <Icon aria-hidden className="pointer-events-none absolute start-3.5 size-5 text-muted" />}
          <input
            type="text"
            {...control}
            className={`${bareControl} rounded-field ${Icon ? 'ps-11 pe-3.5' : 'px-3.5'}`}
          />
        </>
      )}
    </Field>
  )
}
