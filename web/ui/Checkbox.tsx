// A checkbox whose whole row is the target.

import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  label: ReactNode
  /** A second, quieter line. */
  detail?: ReactNode
  /** Before the label: an avatar. */
  leading?: ReactNode
}

export function Checkbox({ label, detail, leading, className, ...input }: CheckboxProps) {
  return (
    <label
      className={classes(
        'flex min-h-12 cursor-pointer items-center gap-3 rounded-field px-3 py-2 transition-colors duration-press hover:bg-surface-2',
        'has-disabled:cursor-default has-disabled:opacity-60',
        className,
      )}
    >
      {leading}
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 text-body">
          <bdi>{label}</bdi>
        </span>
        {detail !== undefined && (
          <span className="block wrap-anywhere text-secondary text-muted">{detail}</span>
        )}
      </span>
      <span className="relative inline-flex size-6 shrink-0">
        <input
          {...input}
          type="checkbox"
          className="peer size-6 cursor-[inherit] appearance-none rounded-control border-2 border-line-strong bg-surface transition-colors duration-press checked:border-primary checked:bg-primary"
        />
        <Check
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none absolute inset-1 size-4 text-on-primary opacity-0 peer-checked:opacity-100"
        />
      </span>
    </label>
  )
}
