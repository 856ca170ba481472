// A checkbox whose whole row is the target.

import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { TickBox } from '#web/ui/TickBox.tsx'

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
      <TickBox {...input} />
    </label>
  )
}
