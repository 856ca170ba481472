// A checkbox whose whole row is the target, and its box alone.

import type { ComponentProps, ReactNode } from 'react'
import { Check } from 'lucide-react'
import { classes } from '#web/ui/classes.ts'

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
      {/* A long figure takes a line of its own before a name breaks within a word. */}
      <span
        className={
          figure === undefined ? 'min-w-0 flex-1' : 'flex min-w-0 flex-1 flex-wrap items-center gap-x-3'
        }
      >
        <span
          className={classes(
            'line-clamp-2 text-body',
            figure !== undefined && 'min-w-0 flex-[1_1_7rem] wrap-anywhere',
          )}
        >
          <bdi>{label}</bdi>
          {figure !== undefined && <span className="ms-1.5 text-secondary text-muted">{detail}</span>}
        </span>
        {detail !== undefined && figure === undefined && (
          <span className="block wrap-anywhere text-secondary text-muted">{detail}</span>
        )}
        {figure !== undefined && <span className="ms-auto max-w-full text-end">{figure}</span>}
      </span>
      {figure === undefined && <TickBox {...input} />}
    </label>
  )
}

/** The box of a checkbox. */
export const TickBox = (input: Omit<ComponentProps<'input'>, 'type' | 'size' | 'className'>) => (
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
)
