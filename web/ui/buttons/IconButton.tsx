// A button with only an icon; its label is its accessible name and tooltip.

import type { LucideProps } from 'lucide-react'
import type { ComponentProps, ComponentType } from 'react'
import { classes } from '#web/ui/classes.ts'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'children'> {
  label: string
  icon: ComponentType<LucideProps>
  tone?: 'text' | 'muted' | 'primary' | 'danger'
}

const tones = {
  text: 'text-text',
  muted: 'text-muted',
  primary: 'text-primary',
  danger: 'text-danger',
}

export function IconButton({ label, icon: Icon, tone = 'text', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classes(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-[background-color,scale]',
        'duration-press hover:bg-surface-2 active:scale-95 disabled:pointer-events-none disabled:opacity-40',
        tones[tone],
        className,
      )}
    >
      <Icon aria-hidden className="size-5.5" />
    </button>
  )
}
