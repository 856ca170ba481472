// A calendar date as a chip with a word, such as Today. A press opens the browser's own picker; with a keyboard the chip
// becomes the date field it is.

import { CalendarDays } from 'lucide-react'
import type { ComponentProps } from 'react'
import { chipClasses } from '#web/ui/chipClasses.ts'
import { classes } from '#web/ui/classes.ts'

export interface DateChipProps extends Omit<ComponentProps<'input'>, 'type' | 'size' | 'className'> {
  label: string
  /** The date in words. */
  text: string
}

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
