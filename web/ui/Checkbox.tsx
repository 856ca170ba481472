// A checkbox whose whole row is the target.

import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { TickBox } from '#web/ui/TickBox.tsx'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  label: ReactNode
  /** A second, quieter line; beside the label where the row has a figure. */
  detail?: ReactNode
  /** Before the label: an avatar. */
  leading?: ReactNode
  /** At the end: what a tick means for this row. The box then comes first. */
  figure?: ReactNode
}

export function Checkbox({ label, detail, leading, figure, className, ...input }: CheckboxProps) {
  return (
    <label
      className={classes(
        'flex min-h-12 cursor-pointer items-center gap-3 rounded-field px-3 py-2 transition-colors duration-press hover:bg-surface-2',
        'has-disabled:cursor-default has-disabled:opacity-60',
        className,
      )}
    >
      {figure !== undefined && <TickBox {...input} />}
      {leading}
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 text-body">
          <bdi>{label}</bdi>
          {figure !== undefined && <span className="ms-1.5 text-secondary text-muted">{detail}</span>}
        </span>
        {detail !== undefined && figure === undefined && (
          <span className="block wrap-anywhere text-secondary text-muted">{detail}</span>
        )}
      </span>
      {figure === undefined ? (
        <TickBox {...input} />
      ) : (
        // Two big amounts wrap, so that the name keeps its room.
        <span className="max-w-[45%] shrink-0 text-end">{figure}</span>
      )}
    </label>
  )
}
