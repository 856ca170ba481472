// A calendar date `YYYY-MM-DD` by the browser's own picker, as a field or as a chip; also a wall-clock time with `type="time"`.

import type { ComponentProps } from 'react'
import { CalendarDays } from 'lucide-react'
import { classes } from '#web/ui/classes.ts'
import { bareControl, Field, type FieldTexts } from '#web/ui/fields/Field.tsx'
import { chipClasses } from '#web/ui/buttons/chipClasses.ts'

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

interface DateChipProps extends Omit<ComponentProps<'input'>, 'type' | 'size' | 'className'> {
  label: string
  /** The date in words. */
  text: string
}

/**
 * A calendar date as a chip with a word, such as Today. A press opens the browser's own picker; with a keyboard the
 * chip becomes the date field it is.
 */
export function DateChip({ label, text, ...input }: DateChipProps) {
  return (
    <span
      className={classes(
        chipClasses,
        // Also while the picker's own sign has the focus, when the field is not :focus-visible.
        'relative outline-offset-2 outline-primary has-focus:outline-2 has-focus-visible:min-w-40',
      )}
    >
      <CalendarDays aria-hidden className="size-4" />
      <input
        aria-label={label}
        {...input}
        type="date"
        className={classes(
          'peer absolute inset-x-0 -inset-y-1 w-full cursor-pointer appearance-none rounded-full bg-transparent ps-8.5 pe-3 text-body tabular-nums opacity-0 outline-none focus-visible:opacity-100',
          // All of the chip opens the picker, not only its small sign.
          '[&::-webkit-calendar-picker-indicator]:absolute [&::-webkit-calendar-picker-indicator]:inset-0 [&::-webkit-calendar-picker-indicator]:size-full [&::-webkit-calendar-picker-indicator]:cursor-pointer [&::-webkit-calendar-picker-indicator]:opacity-0',
        )}
      />
      <span aria-hidden className="peer-focus-visible:invisible">
        {text}
      </span>
    </span>
  )
}
