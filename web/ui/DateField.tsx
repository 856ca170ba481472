// A calendar date `YYYY-MM-DD` by the browser's own picker; also a wall-clock time with `type="time"`.
import type { ComponentProps } from 'react'

import { bareControl, ControlBox } from '#web/ui/ControlBox.tsx'
import { Field, type FieldTexts } from '#web/ui/Field.tsx'

export type DateFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'id' | 'size' | 'type'> & { type?: 'date' | 'time' }

export function DateField(props: DateFieldProps) {
  const { label, helper, error, hideLabel = false, className, type = 'date', ...input } = props
  return (
    <Field {...{ label, helper, error, hideLabel, className }}>
      {(wiring) => (
        <ControlBox>
          <input
            {...(type === 'time' && { step: 300 })}
            {...input}
            {...wiring}
            type={type}
            className={`${bareControl} min-h-11.5 appearance-none rounded-field px-3.5 tabular-nums`}
          />
        </ControlBox>
      )}
    </Field>
  )
}
