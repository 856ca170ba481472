// A select that looks like a word of the sentence around it: a press opens the browser's own picker.

import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import type { Option } from '#web/ui/SelectField.tsx'

export interface InlineSelectProps extends Omit<ComponentProps<'select'>, 'children' | 'size'> {
  label: string
  options: readonly Option[]
  /** The word, shown instead of the selected option. */
  children: ReactNode
}

export function InlineSelect({ label, options, children, className, ...select }: InlineSelectProps) {
  return (
    <span
      className={classes(
        'relative rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
        className,
      )}
    >
      <span aria-hidden>{children}</span>
      <select
        aria-label={label}
        {...select}
        className="absolute top-1/2 left-1/2 size-full min-h-11 min-w-11 -translate-1/2 cursor-pointer appearance-none text-body opacity-0"
      >
        {options.map(({ label: text, ...option }) => (
          <option key={option.value} {...option} className="bg-lifted text-text">
            {text}
          </option>
        ))}
      </select>
    </span>
  )
}
