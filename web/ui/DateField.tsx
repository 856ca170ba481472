// A calendar date `YYYY-MM-DD` by the browser's own picker; also a wall-clock time with `type="time"`.

import type { ComponentProps } from 'react'
import { classes } from '#web/ui/classes.ts'
import { bareControl, Field, type FieldTexts } from '#web/ui/Field.tsx'

export type DateFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'id' | 'size' | 'type'> & {
    type?: 'date' | 'time'
    /** Shown in an empty controlled field, where WebKit would show today as if it was set. */
    whenEmpty?: string
  }

export function DateField({ type = 'date', whenEmpty, ...props }: DateFieldProps) {
  const isBlank = whenEmpty !== undefined && props.value === ''
  return (
    <Field of={props}>
      {(control) => (
        <>
          <input
            {...(type === 'time' && { step: 300 })}
            {...control}
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
        </>
      )}
    </Field>
  )
}
