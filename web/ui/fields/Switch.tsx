// A switch; its helper text says what the state means.

import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '#web/ui/classes.ts'

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'size' | 'id'> {
  label: ReactNode
  helper?: ReactNode
}

export function Switch({ label, helper, className, ...input }: SwitchProps) {
  const id = useId()
  return (
    <div className={classes('relative flex min-h-11 items-center justify-between gap-4', className)}>
      <span className="min-w-0">
        <label
          htmlFor={id}
          className="block cursor-pointer text-body font-medium after:absolute after:inset-0"
        >
          {label}
        </label>
        {helper !== undefined && (
          <span id={`${id}-helper`} className="mt-0.5 block text-secondary text-muted">
            {helper}
          </span>
        )}
      </span>
      <span className="relative inline-flex h-7 w-12 shrink-0">
        <input
          aria-describedby={helper === undefined ? undefined : `${id}-helper`}
          {...input}
          id={id}
          type="checkbox"
          role="switch"
          className="peer h-7 w-12 cursor-pointer appearance-none rounded-full border-2 border-line-strong bg-line-strong transition-colors duration-fade checked:border-primary checked:bg-primary"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute start-1 top-1 size-5 rounded-full bg-on-primary transition-transform duration-fade ease-out peer-checked:translate-x-5 rtl:peer-checked:-translate-x-5"
        />
      </span>
    </div>
  )
}
