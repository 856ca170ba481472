// A short number in a row of a list, at its end: the unit stands before or after it and is read out with it.

import { type ComponentProps, useId } from 'react'
import { classes } from '#web/ui/classes.ts'

export interface CellFieldProps extends Omit<ComponentProps<'input'>, 'size' | 'type' | 'className'> {
  /** Read out: 'Share of bob'. */
  label: string
  /** 'HK$' */
  before?: string
  /** '%' */
  after?: string
  isWrong?: boolean
}

export function CellField({ label, before, after, isWrong = false, ...input }: CellFieldProps) {
  const id = useId()
  const unit = 'pointer-events-none shrink-0 text-secondary text-muted'
  return (
    <label
      className={classes(
        'flex min-h-11 w-[clamp(5.75rem,32vw,7.75rem)] shrink-0 cursor-text items-center gap-1 rounded-field bg-surface-2 px-3',
        // Nobody typed the number: it follows from the others.
        'has-placeholder-shown:bg-surface has-placeholder-shown:inset-ring has-placeholder-shown:inset-ring-line-strong',
        'has-focus-visible:bg-surface has-focus-visible:outline-2 has-focus-visible:outline-primary',
        isWrong && 'outline-2 outline-danger',
      )}
    >
      <span className="sr-only">{label}</span>
      {before !== undefined && (
        <span id={id} className={unit}>
          {before}
        </span>
      )}
      <input
        inputMode="decimal"
        autoComplete="off"
        {...input}
        type="text"
        aria-describedby={before === undefined && after === undefined ? undefined : id}
        aria-invalid={isWrong || undefined}
        className="w-full min-w-0 bg-transparent text-end font-semibold tabular-nums outline-none placeholder:font-normal placeholder:text-muted"
      />
      {after !== undefined && (
        <span id={id} className={unit}>
          {after}
        </span>
      )}
    </label>
  )
}
