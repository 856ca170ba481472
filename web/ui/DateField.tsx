// A calendar date `YYYY-MM-DD` by the browser's own picker; also a wall-clock time with `type="time"`.

import type { ComponentProps } from 'react'
import { classes } from '#web/ui/classes.ts'
import { bareControl, ControlBox } from '#web/ui/ControlBox.tsx'
import { Field, type FieldTexts } from '#web/ui/Field.tsx'

export type DateFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'id' | 'size' | 'type'> & {
    type?: 'date' | 'time'
    /** Shown in an empty controlled field, where WebKit would show today as if it was set. */
    whenEmpty?: string
  }

export function DateField(props: DateFieldProps) {
  const { label, helper, error, hideLabel = false, className, type = 'date', whenEmpty, ...input } = props
  const isBlank = whenEmpty !== undefined && input.value === ''
  return (
    <Field {...{ label, helper, error, hideLabel, className }}>
      {(controlProps) => (
        <ControlBox className="relative">
          <input
            {...(type === 'time' && { step: 300 })}
            {...input}
            {...controlProps}
            type={type}
            className={classes(
              bareControl,
              'peer min-h-11.5 appearance-none rounded-field px-3.5 tabular-nums',
              isBlank && 'not-focus:text-transparent',
            )}
          />
          {isBlank && (
            <span
              aria-hidden
              className="pointer-events-none absolute start-3.5 text-muted peer-focus:hidden forced-colors:hidden"
            >
              {whenEmpty}
            </span>
          )}
        </ControlBox>
      )}
    </Field>
  )
}
