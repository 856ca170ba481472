// One of a few options, side by side: native radio buttons, so that arrow keys choose. Where there is no room for all in
// one line they take two columns.

import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '#web/ui/classes.ts'

export interface SegmentFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'value' | 'size'> {
  label: string
  hideLabel?: boolean
  options: readonly { value: string; label: ReactNode }[]
  /** Keeps many short options in one line as long as they fit, each as wide as its text. */
  compact?: boolean
  /** For a controlled field; without it the form holds the value. */
  value?: string
}

export function SegmentField(props: SegmentFieldProps) {
  const { label, hideLabel, options, compact = false, value, className, ...radio } = props
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id} className={`@container min-w-0 ${className ?? ''}`}>
      <span id={id} className={hideLabel ? 'sr-only' : 'mb-1.5 block text-secondary font-medium text-text'}>
        {label}
      </span>
      <span
        className={classes(
          'rounded-field bg-surface-2 p-0.75',
          compact
            ? 'flex flex-wrap *:grow'
            : 'grid grid-cols-2 @min-[21rem]:auto-cols-fr @min-[21rem]:grid-flow-col @min-[21rem]:grid-cols-none',
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex min-h-11 items-center justify-center rounded-[9px] px-1 text-center text-secondary font-medium text-muted transition-colors duration-press hover:text-text has-checked:bg-lifted has-checked:font-semibold has-checked:text-text has-checked:shadow-[0_0_0_1px_var(--line),0_1px_3px_var(--shade)] has-focus-visible:outline-2 has-focus-visible:outline-primary forced-colors:has-checked:outline-2 forced-colors:has-checked:outline-[Highlight]"
          >
            <input
              {...radio}
              type="radio"
              value={option.value}
              {...(value !== undefined && { checked: value === option.value })}
              className="absolute inset-0 cursor-pointer appearance-none rounded-[9px] outline-none"
            />
            <span className="pointer-events-none">{option.label}</span>
          </label>
        ))}
      </span>
    </div>
  )
}
